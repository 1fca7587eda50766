/** Pictures of the encoder for what mostly stands still, in one stream with those of others. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PictureStreamSettings } from '../../../render-node/encoder/picture-stream-arguments.ts';
import { yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { bestWay } from '../../../render-node/splice/choose-way.ts';
import { plainPlace } from '../../../render-node/splice/decoding-order.ts';
import { describeVideo } from '../../../render-node/splice/describe-video.ts';
import { encodeFilm } from '../../../render-node/splice/encode-film.ts';
import { type EncoderLane, onlySlice, openEncoderLane } from '../../../render-node/splice/encoder-lane.ts';
import { type JoinedStream, laneStream, orderedStream } from '../../../render-node/splice/joined-stream.ts';
import { joinNalUnits } from '../../../render-node/splice/nal-units.ts';
import { numberSlice } from '../../../render-node/splice/number-slice.ts';
import { planSpans } from '../../../render-node/splice/plan-spans.ts';
import { type FilmPicture, writeMp4 } from '../../../render-node/splice/write-mp4.ts';
import { planPictures } from '../../../render-node/video/events.ts';
import { prepareVideo } from '../../../render-node/video/prepare-video.ts';
import { randomFrom } from '../../support/random.ts';
import { videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createVideoTools, job } from '../video/render-test-video.ts';
import { frameHashes } from './splice-test-video.ts';

const settings: PictureStreamSettings = {
  encoder: 'libx264',
  quality: 'medium',
  width: 328,
  height: 248,
  fps: 30,
  effort: 'live',
};
const PICTURES = 12;
/** Each picture is shown so many frames. */
const HELD = 3;

const backdrop = { type: 'shape', shape: 'rect', fill: '#24435f' };
const text = { type: 'text', text: 'Hi {{name}}', x: 20, y: 150, width: 300, height: 60, color: '#fff' };
const photo = { type: 'shape', shape: 'ellipse', x: 40, y: 10, width: 560, height: 340, fill: '#dc283c' };
const turnOver = (from: number, to: number) => [from, to].map((v, t) => ({ t, v }));

test.each([false, true])(
  'they decode exactly as by themselves, in the stream of a film: %s',
  async (hasFilm) => {
    const [live, quick] = await Promise.all([openLane(settings), openLane({ ...settings, effort: 'quick' })]);
    const film = hasFilm ? await encodeMovingFilm() : null;
    const stream = film?.film ? orderedStream(live.coding, [film.film]) : laneStream(live.coding);
    const spans = [await encode(live, 1), await encode(quick, 2), await encode(live, 3)];
    const joined: FilmPicture[][] = [
      (film?.pictures ?? []).map(({ frame, key, bytes }) => ({ key, bytes, shownAt: frame })),
    ];
    for (const span of spans) joined.push(inStream(span, stream, joined.flat().length));
    const all = await decode(stream.sets.avcC, joined.flat());

    for (const [index, lane] of [live, quick, live].entries()) {
      const alone = await decode(lane.coding.sets.avcC, inStream(spans[index]!, laneStream(lane.coding), 0));
      expect(new Set(alone).size).toBe(PICTURES);
      const start = joined.slice(0, index + 1).flat().length;
      expect(all.slice(start, start + PICTURES * HELD)).toEqual(alone);
    }
  },
);

test.each([
  ['a text that fades in', [{ ...text, animations: [{ type: 'fade', duration: 0.4 }] }], 'quick'],
  ['a small text that moves', [{ ...text, keyframes: { x: turnOver(20, 200) } }], 'quick'],
  ['a large photo that moves', [{ ...photo, keyframes: { scale: turnOver(1, 1.3) } }, text], 'live'],
  ['nothing at all', [photo, text], 'quick'],
] as const)('a span in which %s changes is coded that way: %#', async (_, layers, effort) => {
  const tools = await createVideoTools();
  const template = videoTemplate([{ duration: 1, layers: [backdrop, ...layers] }], {
    width: 640,
    height: 360,
  });
  const video = await prepareVideo(tools, job(template, { name: 'Ada' }));
  const [span] = planSpans(planPictures(video.timeline, video.clipFrames), 30);
  const description = await describeVideo(video.timeline, tools.media);
  expect(bestWay(span!, video, description, { strips: false })).toEqual({ way: 'whole', effort, plan: null });
});

async function openLane(wanted: PictureStreamSettings): Promise<EncoderLane> {
  const lane = await openEncoderLane(wanted);
  onTestFinished(() => lane.abandon());
  return lane;
}

/** Slices, numbered by their lane. */
async function encode(lane: EncoderLane, seed: number): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  for (const [index, yuv] of movingSquare(seed).entries())
    slices.push(onlySlice(await lane.encode(yuv, index === 0).coded));
  return slices.map((slice, index) =>
    index === 0 ? slice : numberSlice(slice, plainPlace(index * HELD), lane.coding.sets),
  );
}

/** @param from frames of the video before it. */
function inStream(slices: Buffer[], stream: JoinedStream, from: number): FilmPicture[] {
  return slices.flatMap((slice, index) =>
    Array.from({ length: HELD }, (_, held) => {
      const place = index * HELD + held;
      const bytes =
        held === 0
          ? stream.placeOnce(joinNalUnits([slice]), plainPlace(place))
          : stream.held(plainPlace(place));
      return { bytes, key: place === 0, shownAt: from + place };
    }),
  );
}

function encodeMovingFilm() {
  const pictures = movingSquare(4);
  return encodeFilm(
    {
      start: 0,
      frames: pictures.length,
      variables: [],
      mixes: new Map(),
      pictures: pictures.map((_, start) => ({ start, frames: 1, scenes: [] })),
    },
    {
      settings,
      frames: pictures.length,
      signal: new AbortController().signal,
      keyEvery: 120,
      paint: async ({ start }) => ({ yuv: pictures[start]!, changed: true, freeAfter: () => undefined }),
    },
  );
}

/** A bright square that moves over noise, by other than whole macroblocks. */
function movingSquare(seed: number): Uint8Array[] {
  const { width, height } = settings;
  const random = randomFrom(seed);
  const ground = Uint8Array.from({ length: yuvBytes(settings) }, () => random.whole(60, 140));
  return Array.from({ length: PICTURES }, (_, index) => {
    const yuv = ground.slice();
    const [left, top] = [20 + index * 7, 30 + ((index * 11) % (height - 100))];
    for (let y = top; y < top + 64; y++) yuv.fill(230, y * width + left, y * width + left + 64);
    return yuv;
  });
}

async function decode(avcC: Buffer, pictures: FilmPicture[]): Promise<string[]> {
  const folder = temporaryFolder('quick');
  onTestFinished(folder.remove);
  const file = join(folder.path, 'film.mp4');
  const { width, height, fps } = settings;
  await writeFile(file, Buffer.concat(writeMp4({ width, height, fps, avcC, pictures, sound: null })));
  return frameHashes(file);
}
