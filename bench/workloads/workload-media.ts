/**
 * The media of the benchmarks' workloads, made here and the same on every run: "photos" of 1/f noise, which cost a codec
 * what camera pictures cost it, a clip with film grain, faces, a logo, an end card and a tune.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Canvas, createCanvas, GlobalFonts, ImageData } from '@napi-rs/canvas';
import { encodeTrack } from '../../examples/make-media/encode.ts';
import { composeTune, SAMPLE_RATE } from '../../examples/make-media/music.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { interFace } from './inter-face.ts';
import { paintNoise } from './noise-photo.ts';

const run = promisify(execFile);

export const AVATARS = 32;
export const CLIP_SECONDS = 3;

/** 1: made for 1280 × 720; 1.5: for 1920 × 1080. Pictures of the image workload are the same in both. */
export type MediaScale = 1 | 1.5;

/** The folder that holds the media, made when it is missing. Some seconds the first time. */
export async function workloadMedia(scale: MediaScale): Promise<string> {
  const folder = join(repositoryRoot, '.cache', 'bench', `media-${await recipe()}-${scale}`);
  if (existsSync(folder)) return folder;
  process.stderr.write('Making the benchmark media (once) …\n');
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  await makeMedia(partial, scale);
  await rename(partial, folder);
  return folder;
}

/** Changes with what makes the media, so that a change makes them again. */
async function recipe(): Promise<string> {
  const hash = createHash('sha256');
  const noise = join(import.meta.dirname, `noise-photo${extname(import.meta.filename)}`);
  for (const path of [import.meta.filename, noise]) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 8);
}

async function makeMedia(folder: string, scale: MediaScale): Promise<void> {
  for (const weight of [400, 700] as const) GlobalFonts.registerFromPath(interFace(weight), 'Inter');
  const [width, height] = [1280 * scale, 720 * scale];
  const save = async (name: string, canvas: Canvas, quality = 90) =>
    writeFile(
      join(folder, name),
      name.endsWith('.png') ? await canvas.encode('png') : await canvas.encode('jpeg', quality),
    );

  await save('opening.jpg', photo(width, height, { tint: [70, 90, 140], seed: 1 }));
  await save('person.jpg', photo(width, height, { tint: [120, 80, 70], seed: 2 }));
  await save('photo.jpg', photo(1600, 1000, { tint: [60, 110, 100], seed: 3 }));
  await save('logo.png', logo());
  await save('end-card.jpg', endCard(width, height), 95);
  for (let index = 0; index < AVATARS; index++) await save(avatarName(index), avatar(index));
  await makeClip(folder, width, height);
  await writeFile(join(folder, 'music.mp3'), await encodeTrack(composeTune(), SAMPLE_RATE));
}

export const avatarName = (index: number) => `avatar-${String(index % AVATARS).padStart(2, '0')}.jpg`;

interface PhotoLook {
  /** Red, green and blue of the top edge, 0 to 255. */
  tint: [number, number, number];
  seed: number;
  grain?: number;
}

/** Noise of all sizes under some soft lights. */
function photo(width: number, height: number, { tint, seed, grain = 3 }: PhotoLook): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = paintNoise(width, height, { tint, seed, grain });
  context.putImageData(new ImageData(pixels, width, height), 0, 0);
  for (let light = 0; light < 14; light++) {
    const size = Math.sin(seed * 91.7 + light * 12.9) * 0.5 + 0.5;
    const place = Math.sin(seed * 17.3 + light * 78.2) * 0.5 + 0.5;
    const radius = ((30 + 90 * size) * Math.max(width, height)) / 1280;
    const [x, y] = [width * place, height * (Math.sin(light * 3.3 + seed) * 0.5 + 0.5)];
    const glow = context.createRadialGradient(x, y, radius * 0.2, x, y, radius);
    glow.addColorStop(0, `rgba(255,${Math.round(200 + 50 * size)},${Math.round(150 + 90 * place)},0.35)`);
    glow.addColorStop(0.9, 'rgba(255,230,200,0.15)');
    glow.addColorStop(1, 'rgba(255,255,255,0)');
    context.fillStyle = glow;
    context.beginPath();
    context.arc(x, y, radius, 0, Math.PI * 2);
    context.fill();
  }
  return canvas;
}

function avatar(index: number): Canvas {
  const tint: PhotoLook['tint'] = [
    150 + 70 * Math.sin(index),
    120 + 60 * Math.sin(index * 2),
    110 + 50 * Math.cos(index),
  ];
  const canvas = photo(256, 256, { tint, seed: 10 + index, grain: 2 });
  const context = canvas.getContext('2d');
  context.fillStyle = '#3b4a7a';
  context.beginPath();
  context.ellipse(128, 256, 100, 80, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#e8b999';
  context.beginPath();
  context.arc(128, 110, 62, 0, Math.PI * 2);
  context.fill();
  return canvas;
}

function logo(): Canvas {
  const canvas = createCanvas(440, 144);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffb020';
  context.beginPath();
  context.roundRect(8, 8, 128, 128, 28);
  context.fill();
  context.fillStyle = '#ffffff';
  context.font = '700 92px Inter';
  context.textBaseline = 'middle';
  context.fillText('acme', 164, 76);
  return canvas;
}

function endCard(width: number, height: number): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const ground = context.createLinearGradient(0, 0, width, height);
  ground.addColorStop(0, '#101828');
  ground.addColorStop(1, '#1d3a6e');
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  context.scale(width / 1280, height / 720);
  context.fillStyle = '#ffffff';
  context.textAlign = 'center';
  context.font = '700 72px Inter';
  context.fillText('Start today', 640, 440);
  context.font = '400 36px Inter';
  context.fillText('acme.example', 640, 510);
  context.drawImage(logo(), 530, 220, 220, 72);
  return canvas;
}

/** Like stock footage: a slow pan and zoom over a detailed picture, with grain that differs in each frame. */
async function makeClip(folder: string, width: number, height: number): Promise<void> {
  const source = join(folder, 'clip-source.jpg');
  const still = photo(2560, 1440, { tint: [80, 110, 130], seed: 4, grain: 2 });
  await writeFile(source, await still.encode('jpeg', 94));
  const moves = `zoompan=z='1.3+0.004*on':x='200+4*on':y='150+2*on':d=1:s=${width}x${height}:fps=30`;
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-loop', '1', '-framerate', '30', '-t', String(CLIP_SECONDS), '-i', source],
    ...['-vf', `${moves},noise=alls=3:allf=t,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-frames:v', String(CLIP_SECONDS * 30), '-c:v', 'libx264', '-preset', 'medium', '-crf', '18'],
    ...['-threads', '1', '-fflags', '+bitexact', '-flags', '+bitexact', join(folder, 'clip.mp4')],
  ]);
  await rm(source);
}
