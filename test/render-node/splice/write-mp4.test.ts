import { expect, test } from 'vitest';
import { type Film, writeMp4 } from '../../../render-node/splice/write-mp4.ts';

/** Samples that say what they are, in place of coded ones. */
const pictures = Array.from({ length: 70 }, (_, frame) => ({
  bytes: Buffer.from(`picture ${frame}`),
  key: frame % 50 === 0,
  shownAt: frame,
}));
const frames = Array.from({ length: 133 }, (_, frame) => Buffer.from(`sound ${frame}`));
const film = {
  width: 320,
  height: 180,
  fps: 25,
  avcC: Buffer.from('the header'),
  pictures,
  sound: {
    frames,
    frameTimes: Buffer.from([0, 0, 0, 1, 0, 0, 0, 133, 0, 0, 4, 0]),
    rate: 48_000,
    samples: 133 * 1_024,
    delay: 1_024,
    description: Buffer.from([0, 0, 0, 0]),
  },
};

const fileOf = (film: Film) => Buffer.concat(writeMp4(film));

test('the index comes before the media, and every sample lies where the index says', () => {
  const file = fileOf(film);
  expect(boxes(file).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat']);
  const [picture, sound] = boxes(content(file, 'moov')).filter(({ type }) => type === 'trak');
  expect(samples(file, picture!.content)).toEqual(pictures.map(({ bytes }) => String(bytes)));
  expect(samples(file, sound!.content)).toEqual(frames.map(String));
});

test('pictures last exactly their frames, and players skip what the sound encoder put first', () => {
  const [picture, sound] = boxes(content(fileOf(film), 'moov')).filter(({ type }) => type === 'trak');
  const edit = (track: Buffer) => {
    const list = content(track, 'edts/elst');
    return { lasts: list.readUInt32BE(8) / 48_000, from: list.readUInt32BE(12) };
  };
  expect(edit(picture!.content)).toEqual({ lasts: 70 / 25, from: 0 });
  expect(edit(sound!.content)).toEqual({ lasts: 70 / 25, from: 1_024 });
  const keys = content(picture!.content, 'mdia/minf/stbl/stss');
  expect([keys.readUInt32BE(4), keys.readUInt32BE(8), keys.readUInt32BE(12)]).toEqual([2, 1, 51]);
});

test('pictures that are decoded in another order are shown in theirs, the first at once', () => {
  const swapped = pictures.map((picture, index) => ({
    ...picture,
    // From the tenth on always one that is shown after the next.
    shownAt: index < 10 ? index : index % 2 === 0 ? index + 1 : index - 1,
  }));
  const [track] = boxes(content(fileOf({ ...film, pictures: swapped }), 'moov')).filter(
    ({ type }) => type === 'trak',
  );
  const tick = 48_000 / 25;
  expect(content(track!.content, 'edts/elst').readUInt32BE(12)).toBe(tick);
  const later = content(track!.content, 'mdia/minf/stbl/ctts');
  const shown: number[] = [];
  for (let run = 0; run < later.readUInt32BE(4); run++)
    for (let count = later.readUInt32BE(8 + run * 8); count > 0; count--)
      shown.push(shown.length + later.readUInt32BE(12 + run * 8) / tick - 1);
  expect(shown).toEqual(swapped.map(({ shownAt }) => shownAt));
});

test('equal films make equal files; a silent one has one track', () => {
  expect(fileOf(film).equals(fileOf(film))).toBe(true);
  const tracks = boxes(content(fileOf({ ...film, sound: null }), 'moov')).filter(
    ({ type }) => type === 'trak',
  );
  expect(tracks).toHaveLength(1);
});

/** Another reader than the product's, so that one fault does not hide the other. */
function boxes(bytes: Buffer): { type: string; content: Buffer }[] {
  if (bytes.length === 0) return [];
  const length = bytes.readUInt32BE(0);
  const first = { type: bytes.toString('latin1', 4, 8), content: bytes.subarray(8, length) };
  return [first, ...boxes(bytes.subarray(length))];
}

function content(bytes: Buffer, path: string): Buffer {
  return path.split('/').reduce((inside, type) => {
    const found = boxes(inside).find((box) => box.type === type);
    if (!found) throw new Error(`There is no ${type} in ${path}`);
    return found.content;
  }, bytes);
}

function samples(file: Buffer, track: Buffer): string[] {
  const table = content(track, 'mdia/minf/stbl');
  const [sizes, offsets, runs] = ['stsz', 'stco', 'stsc'].map((type) => content(table, type)) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const found: string[] = [];
  for (let chunk = 0; chunk < offsets.readUInt32BE(4); chunk++) {
    let perChunk = 0;
    for (let run = 0; run < runs.readUInt32BE(4); run++)
      if (runs.readUInt32BE(8 + run * 12) <= chunk + 1) perChunk = runs.readUInt32BE(12 + run * 12);
    let at = offsets.readUInt32BE(8 + chunk * 4);
    for (let sample = 0; sample < perChunk; sample++) {
      const size = sizes.readUInt32BE(12 + found.length * 4);
      found.push(file.toString('latin1', at, at + size));
      at += size;
    }
  }
  expect(found).toHaveLength(sizes.readUInt32BE(8));
  return found;
}
