import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import type { PictureStreamSettings } from '../../../render-node/encoder/picture-stream-arguments.ts';
import { wholeOf } from '../../../render-node/layers/box.ts';
import { createSizeBoundCache } from '../../../render-node/size-bound-cache.ts';
import { plainPlace } from '../../../render-node/splice/decoding-order.ts';
import { type EncoderLane, openEncoderLane, slicesOf } from '../../../render-node/splice/encoder-lane.ts';
import { isSlice, joinNalUnits, splitNalUnits } from '../../../render-node/splice/nal-units.ts';
import { numberSlice } from '../../../render-node/splice/number-slice.ts';
import { placeSlices } from '../../../render-node/splice/place-slice.ts';
import { createSpanStore } from '../../../render-node/splice/span-store.ts';
import { stillSlices } from '../../../render-node/splice/still-slices.ts';
import { writeMp4 } from '../../../render-node/splice/write-mp4.ts';
import type { PictureRows } from '../../../render-node/splice/yuv-rows.ts';
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
/** Pixels that a strip holds still around what changes. */
const margin = ({ left }: PictureRows) => (left === 0 ? 48 : 32);

const settings: PictureStreamSettings = {
  ...SIZE,
  encoder: 'libx264',
  quality: 'medium',
  fps: 30,
  effort: 'live',
};

test.each([
  ['in the middle', { left: 0, top: 48, height: 160 }],
  ['at the top', { left: 0, top: 0, height: 112 }],
  ['at the bottom, beyond the last row of pixels', { left: 0, top: 144, height: 112 }],
  ['that begins in the middle', { left: 96, top: 48, height: 160 }],
  ['that begins in the middle of the top', { left: 144, top: 0, height: 112 }],
  ['that begins in the middle of the bottom', { left: 96, top: 144, height: 112 }],
])('a strip %s decodes bit by bit as it was coded, and what lies around it holds', async (_, rows) => {
  const { whole, part, folder, still } = await openTestStrip(rows, noise(7), settings);
  expect(still).not.toBeNull();
  const at = { from: part.coding.sets, to: whole.coding.sets, frame: SIZE, rows };
  const count = rows.left === 0 ? 1 : rows.height / 16;
  const inWhole: Buffer[] = [];
  const alone: Buffer[] = [];
  for (const [frame, yuv] of movingStrip(rows).entries()) {
    const place = plainPlace(frame);
    const slices = slicesOf(await part.encode(yuv, frame === 0).coded, count);
    alone.push(
      joinNalUnits(
        slices.map((slice) => (frame === 0 ? slice : numberSlice(slice, place, part.coding.sets))),
      ),
    );
    const placed = placeSlices(slices, { ...at, place }).flatMap((slice, row) => [
      still!.before(row, place),
      joinNalUnits([slice]),
    ]);
    inWhole.push(Buffer.concat([still!.above(place), ...placed, still!.below(place)]));
  }
  const film = { fps: 30, sound: null };
  const ordered = (coded: Buffer[]) =>
    coded.map((bytes, shownAt) => ({ bytes, shownAt, key: shownAt === 0 }));
  const decoded = await decodeLuma(
    Buffer.concat(writeMp4({ ...film, ...SIZE, avcC: whole.coding.sets.avcC, pictures: ordered(inWhole) })),
    folder,
  );
  const width = SIZE.width - rows.left;
  const { avcC } = part.coding.sets;
  const strip = await decodeLuma(
    Buffer.concat(writeMp4({ ...film, width, height: rows.height, avcC, pictures: ordered(alone) })),
    folder,
  );
  expect(decoded).toHaveLength(PICTURES);
  for (const [index, picture] of decoded.entries())
    for (let y = 0; y < SIZE.height; y++) {
      const row = picture.subarray(y * SIZE.width, (y + 1) * SIZE.width);
      const first = decoded[0]!.subarray(y * SIZE.width, (y + 1) * SIZE.width);
      const inStrip = y - rows.top;
      const isAround = inStrip < 0 || inStrip >= rows.height;
      const end = isAround ? SIZE.width : rows.left;
      const held = `picture ${index}, what lies around row ${y}`;
      expect(row.subarray(0, end).equals(first.subarray(0, end)), held).toBe(true);
      if (isAround) continue;
      const own = strip[index]!.subarray(inStrip * width, (inStrip + 1) * width);
      expect(row.subarray(rows.left).equals(own), `picture ${index}, row ${y}`).toBe(true);
    }
  expect(new Set(decoded.map((picture) => picture.toString('latin1'))).size).toBe(PICTURES);
});

test('a ground that the encoder does not hold still to the last bit has strips from edge to edge only', async () => {
  const ground = createCanvas(SIZE.width, SIZE.height);
  const context = ground.getContext('2d');
  const gradient = context.createLinearGradient(0, 0, SIZE.width, SIZE.height);
  gradient.addColorStop(0, '#dc283c');
  gradient.addColorStop(1, '#24435f');
  context.fillStyle = gradient;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  const rows = { left: 96, top: 48, height: 160 };
  const { still } = await openTestStrip(rows, ground, { ...settings, quality: 'high' });
  expect(still).toBeNull();
  const { still: wide } = await openTestStrip({ ...rows, left: 0 }, ground, { ...settings, quality: 'high' });
  expect(wide?.before(0, plainPlace(1))).toHaveLength(0);
});

/** An encoder for whole pictures and one for the strip, and what lies around it. */
async function openTestStrip(rows: PictureRows, ground: Canvas, whole: PictureStreamSettings) {
  const partSettings: PictureStreamSettings = {
    ...whole,
    width: SIZE.width - rows.left,
    height: rows.height,
    part: rows.left === 0 ? 'rows' : 'row ends',
    effort: 'quick',
  };
  const lanes = await Promise.all([whole, partSettings].map(openEncoderLane));
  onTestFinished(() => Promise.all(lanes.map((lane) => lane.abandon())).then(() => undefined));
  const [wholeLane, part] = lanes as [EncoderLane, EncoderLane];
  const folder = temporaryFolder('strip');
  onTestFinished(folder.remove);
  const store = createSpanStore({ folder: folder.path, log: createLogger('test') });
  onTestFinished(() => store.settled());
  const still = await stillSlices(
    { ...rows, ground: 'ground', wide: null },
    {
      ...{ store, engine: [], settings: whole, sets: wholeLane.coding.sets },
      stills: createSizeBoundCache(1, () => 1),
      strips: async () => part,
      paint: async () => ({ canvas: ground, area: wholeOf(ground) }),
    },
  );
  return { whole: wholeLane, part, folder: folder.path, still };
}

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

test('what moves far from the left edge is a strip that begins there', async () => {
  const animations = [{ type: 'wipe', at: 'in', duration: 0.4 }];
  const layers = [backdrop, { ...name, x: '40%', width: '60%', y: 150, animations }];
  const template = videoTemplate([{ duration: 1.2, layers }], { width: 640, height: 358 });
  const { render, ways } = await createTestSplicing();
  await render(template, { name: 'Whoever is first' });
  for (const value of ['Ada', 'Grace Hopper']) {
    const spliced = await render(template, { name: value });
    expect(ways()).toEqual(['narrow strip']);
    // One above, one below, two for each of ten rows of macroblocks; frames that are held have but one.
    expect(await slicesIn(spliced.file)).toEqual([1, 22]);
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
  await render(template, { name: 'Whoever is first' });
  const { file, encoded } = await render(template, { name: 'Ada' });
  expect(ways()).toEqual(['whole']);
  expect(encoded).toEqual([2]);
  const whole = await renderVideo(await createVideoTools(), job(template, { name: 'Ada' }));
  expect(await worstPsnr(file, whole.file)).toBeGreaterThan(38);
});

/** Into how many slices the pictures of a video are cut: every number that occurs. */
async function slicesIn(file: string): Promise<number[]> {
  const entries = ['-show_entries', 'packet=data', '-show_data', '-select_streams', 'v', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, file], { maxBuffer: 1e9 });
  const { packets } = JSON.parse(stdout) as { packets: { data: string }[] };
  const counts = packets.map(({ data }) => splitNalUnits(fromDump(data)).filter(isSlice).length);
  return [...new Set(counts)].sort((one, other) => one - other);
}

/** Lines of an offset, eight times two bytes, and the same as text. */
function fromDump(dump: string): Buffer {
  const lines = dump.split('\n').filter((line) => line !== '');
  return Buffer.from(lines.map((line) => line.slice(10, 50).replaceAll(' ', '')).join(''), 'hex');
}

/** A picture that costs an encoder something everywhere. */
function noise(seed: number): Canvas {
  const random = randomFrom(seed);
  const rgba = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    rgba.fill(110 + random.whole(-40, 40), at, at + 3);
    rgba[at + 3] = 255;
  }
  const canvas = createCanvas(SIZE.width, SIZE.height);
  canvas.getContext('2d').putImageData(new ImageData(rgba, SIZE.width, SIZE.height), 0, 0);
  return canvas;
}

/** Pictures of a strip in which something moves as far as it may: up and down, or in from the left. */
function movingStrip(rows: PictureRows): Uint8Array[] {
  const { left, top, height } = rows;
  const random = randomFrom(3);
  const width = SIZE.width - left;
  const ground = Uint8Array.from({ length: width * height }, () => 126 + random.whole(-30, 30));
  const pattern = Uint8Array.from({ length: width * 24 }, () => random.whole(16, 235));
  const still = margin(rows);
  const first = top === 0 ? 0 : still;
  const end = top + height === CODED_HEIGHT ? height : height - still;
  return Array.from({ length: PICTURES }, (_, index) => {
    const yuv = new Uint8Array((width * height * 3) / 2).fill(128);
    yuv.set(ground);
    if (left === 0) yuv.set(pattern, (first + ((index * 7) % (end - first - 24 + 1))) * width);
    else
      for (let y = first; y < end; y++)
        for (let x = still; x < width; x++) yuv[y * width + x] = wave(x - still - index * 2, y - index);
    if (left > 0 && index % 3 === 2) temptBeyond(yuv, width, height, [first, end]);
    return yuv;
  });
}

/** What lies beyond the strip's upper and lower edge seems to move in: an encoder sees there its first and last row, repeated. */
function temptBeyond(yuv: Uint8Array, width: number, height: number, [first, end]: [number, number]): void {
  for (let y = 0; y < 32; y++) {
    if (first > 0) yuv.copyWithin((first + y) * width + 64, 64, width);
    if (end < height) yuv.copyWithin((end - 1 - y) * width + 64, (height - 1) * width + 64, height * width);
  }
}

/** Even up to its beginning: at the edge of a picture its motion seems to come from beyond. */
function wave(x: number, y: number): number {
  return x < 8 ? 40 : 126 + Math.round(50 * Math.sin((x - 8) / 5) + 30 * Math.sin(y / 6));
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
