import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { PictureStreamSettings } from '../../../render-node/encoder/picture-stream-arguments.ts';
import { type EncoderLane, onlySlice, openEncoderLane } from '../../../render-node/splice/encoder-lane.ts';
import { joinNalUnits } from '../../../render-node/splice/nal-units.ts';
import { numberSlice } from '../../../render-node/splice/number-slice.ts';
import { placeSlice } from '../../../render-node/splice/place-slice.ts';
import { createSpanStore } from '../../../render-node/splice/span-store.ts';
import { macroblocksAbove, stillSlices } from '../../../render-node/splice/still-slices.ts';
import { writeMp4 } from '../../../render-node/splice/write-mp4.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { randomFrom } from '../../support/random.ts';
import { videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createVideoTools, job } from '../video/render-test-video.ts';
import { createTestSplicing, worstPsnr } from './splice-test-video.ts';

const run = promisify(execFile);
/** Neither side is a multiple of a macroblock's. */
const SIZE = { width: 328, height: 248 };
const CODED_HEIGHT = 256;
const PICTURES = 24;
/** Rows of macroblocks that a strip holds still above and below what changes. */
const MARGIN = 48;

const settings: PictureStreamSettings = {
  ...SIZE,
  encoder: 'libx264',
  quality: 'medium',
  fps: 30,
  effort: 'live',
};

test.each([
  ['in the middle', { top: 48, height: 160 }],
  ['at the top', { top: 0, height: 112 }],
  ['at the bottom, beyond the last row of pixels', { top: 144, height: 112 }],
])('a strip %s decodes bit by bit as it was coded, and what lies around it holds', async (_, rows) => {
  const lanes = await Promise.all(
    [settings, { ...settings, height: rows.height, isPart: true }].map(openEncoderLane),
  );
  const [whole, part] = lanes as [EncoderLane, EncoderLane];
  onTestFinished(() => Promise.all(lanes.map((lane) => lane.abandon())).then(() => undefined));
  const folder = temporaryFolder('strip');
  onTestFinished(folder.remove);
  const store = createSpanStore({ folder: folder.path, log: createLogger('test') });
  onTestFinished(() => store.settled());
  const still = await stillSlices(
    { ...rows, ground: 'noise' },
    { store, engine: [], settings, sets: whole.coding.sets, paint: async () => noise(7) },
  );

  const firstMacroblock = macroblocksAbove(rows, SIZE);
  const inWhole: Buffer[] = [];
  const alone: Buffer[] = [];
  for (const [place, yuv] of movingStrip(rows).entries()) {
    const slice = onlySlice(await part.encode(yuv, place === 0).coded);
    alone.push(joinNalUnits([place === 0 ? slice : numberSlice(slice, place, part.coding.sets)]));
    const placed = placeSlice(slice, part.coding.sets, whole.coding.sets, { firstMacroblock, place });
    inWhole.push(Buffer.concat([still.above(place), joinNalUnits([placed]), still.below(place)]));
  }
  const film = { width: SIZE.width, fps: 30, sound: null };
  const ordered = (coded: Buffer[]) =>
    coded.map((bytes, shownAt) => ({ bytes, shownAt, key: shownAt === 0 }));
  const decoded = await decodeLuma(
    writeMp4({ ...film, height: SIZE.height, avcC: whole.coding.sets.avcC, pictures: ordered(inWhole) }),
    folder.path,
  );
  const strip = await decodeLuma(
    writeMp4({ ...film, height: rows.height, avcC: part.coding.sets.avcC, pictures: ordered(alone) }),
    folder.path,
  );
  expect(decoded).toHaveLength(PICTURES);
  const seen = Math.min(rows.height, SIZE.height - rows.top);
  const [from, to] = [rows.top * SIZE.width, (rows.top + seen) * SIZE.width];
  for (const [index, picture] of decoded.entries()) {
    expect(picture.subarray(from, to).equals(strip[index]!.subarray(0, seen * SIZE.width))).toBe(true);
    expect(picture.subarray(0, from).equals(decoded[0]!.subarray(0, from))).toBe(true);
    expect(picture.subarray(to).equals(decoded[0]!.subarray(to))).toBe(true);
  }
  expect(new Set(decoded.map((picture) => picture.toString('latin1'))).size).toBe(PICTURES);
});

const name = {
  type: 'text',
  text: 'Hi {{name}}',
  ...{ x: '10%', width: '80%', height: 60, color: '#fff', font_size: 36 },
  animations: [{ type: 'fade', at: 'in', duration: 0.4 }],
};
const backdrop = {
  type: 'shape',
  shape: 'rect',
  fill: {
    type: 'linear',
    angle: 30,
    stops: [
      { offset: 0, color: '#dc283c' },
      { offset: 1, color: '#24435f' },
    ],
  },
};

test.each([
  ['at the top', 0],
  ['in the middle', 150],
  ['at the bottom', 298],
])('a name %s that fades in looks as when the video is rendered whole', async (_, y) => {
  const template = videoTemplate([{ duration: 1.2, layers: [backdrop, { ...name, y }] }], {
    width: 640,
    height: 358,
  });
  const { render, ways } = await createTestSplicing();
  await render(template, { name: 'Whoever is first' });
  for (const value of ['Ada', 'Grace Hopper']) {
    const spliced = await render(template, { name: value });
    expect(ways()).toEqual(['strip']);
    const whole = await renderVideo(await createVideoTools(), job(template, { name: value }));
    expect(await worstPsnr(spliced.file, whole.file)).toBeGreaterThan(38);
  }
});

test('what changes everywhere, or where nobody knows, is no strip', async () => {
  const { render, ways } = await createTestSplicing();
  const size = { width: 640, height: 360 };
  const tall = { ...name, y: 0, height: '100%', font_size: 200, text: 'Hi\n{{name}}' };
  const coloured = { background: '{{colour}}', layers: [{ ...name, y: 150 }] };
  for (const scene of [{ layers: [backdrop, tall] }, coloured]) {
    const template = videoTemplate([{ duration: 1, ...scene }], size);
    await render(template, { name: 'Whoever is first', colour: '#204060' });
    await render(template, { name: 'Ada', colour: '#24435f' });
    expect(ways()).toEqual(['whole']);
  }
});

test('nothing is a strip for those who want whole pictures', async () => {
  const { render, ways } = await createTestSplicing({ options: { grain: 'frames' } });
  const layers = [backdrop, { ...name, y: 150 }];
  const template = videoTemplate([{ duration: 1, layers }], { width: 640, height: 360 });
  for (const value of ['Whoever is first', 'Ada']) await render(template, { name: value });
  expect(ways()).toEqual(['whole']);
});

/** RGBA of a picture that costs an encoder something everywhere. */
function noise(seed: number): Uint8ClampedArray {
  const random = randomFrom(seed);
  const rgba = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    rgba.fill(110 + random.whole(-40, 40), at, at + 3);
    rgba[at + 3] = 255;
  }
  return rgba;
}

/** Pictures of a strip in which something moves up and down as far as it may. */
function movingStrip({ top, height }: { top: number; height: number }): Uint8Array[] {
  const random = randomFrom(3);
  const ground = Uint8Array.from({ length: SIZE.width * height }, () => 126 + random.whole(-30, 30));
  const pattern = Uint8Array.from({ length: SIZE.width * 24 }, () => random.whole(16, 235));
  const first = top === 0 ? 0 : MARGIN;
  const end = top + height === CODED_HEIGHT ? height : height - MARGIN;
  return Array.from({ length: PICTURES }, (_, index) => {
    const yuv = new Uint8Array((SIZE.width * height * 3) / 2).fill(128);
    yuv.set(ground);
    const y = first + ((index * 7) % (end - first - 24 + 1));
    yuv.set(pattern, y * SIZE.width);
    return yuv;
  });
}

/** The brightness of each frame. Fails on the least complaint of the decoder. */
async function decodeLuma(film: Buffer, folder: string): Promise<Buffer[]> {
  const file = join(folder, `${film.length}.mp4`);
  await writeFile(file, film);
  const args = ['-v', 'warning', '-xerror', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'];
  const { stdout, stderr } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 1e9 });
  if (stderr.length > 0) throw new Error(stderr.toString());
  const bytes = stdout.length / PICTURES;
  return Array.from({ length: PICTURES }, (_, index) => stdout.subarray(index * bytes, (index + 1) * bytes));
}
