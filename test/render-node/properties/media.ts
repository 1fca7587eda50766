/** Media of the cases, by asset name. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { flatPicture, noisyPicture, splitPicture } from '../pictures.ts';
import { BLACK, BLUE, GREEN, type Hex, RED, WHITE } from './colours.ts';

const CLEAR = 'rgba(0,0,0,0)';

export async function stillMedia(): Promise<Record<string, Buffer>> {
  const band = await flatPicture(BLACK, 30, 30);
  const clear = sharp(await flatPicture(CLEAR, 90, 30));
  const greenBand = await flatPicture(GREEN, 30, 30);
  const spot = await flatPicture(RED, 20, 20);
  return {
    blue: await flatPicture(BLUE),
    subtitles: Buffer.from('1\n00:00:00,080 --> 00:00:00,200\n█\n'),
    'clear-left': await splitPicture(CLEAR, BLACK),
    'clear-right': await sharp(await splitPicture(CLEAR, BLACK))
      .flop()
      .png()
      .toBuffer(),
    'black-left': await splitPicture(BLACK, WHITE),
    'clear-sides': await clear
      .composite([{ input: band, left: 30, top: 0 }])
      .png()
      .toBuffer(),
    // Red to the left, green in the middle, blue to the right; and red above blue.
    across: await sharp(await splitPicture(RED, BLUE, 90, 30))
      .composite([{ input: greenBand, left: 30, top: 0 }])
      .png()
      .toBuffer(),
    down: await sharp(await splitPicture(RED, BLUE, 60, 40))
      .rotate(90)
      .png()
      .toBuffer(),
    noise: await noisyPicture(120, 100),
    'spot-right': await sharp(await flatPicture('#808080', 240, 40))
      .composite([{ input: spot, left: 210, top: 10 }])
      .png()
      .toBuffer(),
  };
}

/** With clips and sounds, which ffmpeg makes. */
export async function filmMedia(): Promise<Record<string, Buffer>> {
  const flat = (colour: Hex, size: string, seconds: number) =>
    `color=${colour.replace('#', '0x')}:s=${size}:r=25:d=${seconds},format=gbrp`;
  const joined = (how: string, size: string, seconds: number) =>
    [RED, GREEN, BLUE].map((colour, index) => `${flat(colour, size, seconds)}[${index}]`).join(';') +
    `;[0][1][2]${how}`;
  const clip = (graph: string, more: string[] = []) =>
    made('clip.mp4', ['-f', 'lavfi', '-i', graph, ...more, '-c:v', 'libx264rgb', '-qp', '0']);
  return {
    ...(await stillMedia()),
    'blue-clip': await clip(flat(BLUE, '60x40', 0.6)),
    // One after the other, and side by side.
    'colours-clip': await clip(joined('concat=n=3', '60x40', 0.2)),
    'bands-clip': await clip(joined('hstack=inputs=3', '30x30', 0.6)),
    tone: await made('tone.wav', ['-f', 'lavfi', '-i', tone(1)]),
    'late-tone': await made('tone.wav', ['-f', 'lavfi', '-i', `${tone(1)},adelay=500:all=1`]),
    'loud-clip': await clip(flat(BLUE, '60x40', 0.6), ['-f', 'lavfi', '-i', tone(0.6)]),
  };
}

/** A source for ffmpeg; its level is 0.354. */
function tone(seconds: number): string {
  return `aevalsrc='0.5*sin(2*PI*440*t)':d=${seconds}:s=48000`;
}

const run = promisify(execFile);

/** A file that ffmpeg makes. */
async function made(name: string, args: string[]): Promise<Buffer> {
  const folder = temporaryFolder('media');
  try {
    await run('ffmpeg', ['-v', 'error', '-y', ...args, join(folder.path, name)]);
    return await readFile(join(folder.path, name));
  } finally {
    folder.remove();
  }
}
