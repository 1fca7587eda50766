/**
 * A whole MP4: the index before the media, so that a browser plays it before it has everything. Pictures and
 * sound both start at 0 and last exactly as long as they should; no dates, so that equal rows make equal files.
 */
import { box, findBoxes, u16, u32 } from './mp4-boxes.ts';
import type { Sound } from './read-sound.ts';

export interface Film {
  width: number;
  height: number;
  fps: number;
  /** The header of the pictures' stream. */
  avcC: Buffer;
  /** One for each frame, in the order they are decoded in. */
  pictures: FilmPicture[];
  sound: Sound | null;
}

export interface FilmPicture {
  /** NAL units with their lengths before them. */
  bytes: Buffer;
  /** Players may start from it. */
  key: boolean;
  /** The frame that it is shown at. */
  shownAt: number;
}

/** Every frame rate of ours divides it, and it is the samples of sound in a second: all durations are whole numbers. */
const TICKS_PER_SECOND = 48_000;
/** Pictures and sound lie together in pieces of so many seconds. */
const PIECE_SECONDS = 0.5;

/** @returns the file in pieces, in order. */
export function writeMp4(film: Film): Buffer[] {
  const coded = film.pictures.map(({ bytes }) => bytes);
  const pictures = pieces(coded, Math.round(film.fps * PIECE_SECONDS));
  const sound = film.sound ? pieces(film.sound.frames, soundFramesPerPiece(film.sound)) : [];
  const mediaBytes = [...coded, ...(film.sound?.frames ?? [])].reduce((sum, { length }) => sum + length, 0);
  const { order, ...offsets } = place(pictures, sound);
  return [fileStart(film, { pictures, sound, ...offsets }, mediaBytes), ...order];
}

interface Layout {
  pictures: Buffer[][];
  sound: Buffer[][];
  /** Where each piece starts, from the first byte of the media on. */
  pictureOffsets: number[];
  soundOffsets: number[];
}

function pieces(samples: Buffer[], perPiece: number): Buffer[][] {
  return Array.from({ length: Math.ceil(samples.length / perPiece) }, (_, piece) =>
    samples.slice(piece * perPiece, (piece + 1) * perPiece),
  );
}

function soundFramesPerPiece({ rate, samples, frames }: Sound): number {
  return Math.max(1, Math.round((PIECE_SECONDS * rate * frames.length) / samples));
}

function place(pictures: Buffer[][], sound: Buffer[][]) {
  const pictureOffsets: number[] = [];
  const soundOffsets: number[] = [];
  const order: Buffer[] = [];
  let at = 0;
  const put = (piece: Buffer[] | undefined, offsets: number[]) => {
    if (!piece) return;
    offsets.push(at);
    for (const sample of piece) {
      order.push(sample);
      at += sample.length;
    }
  };
  for (let index = 0; index < Math.max(pictures.length, sound.length); index++) {
    put(pictures[index], pictureOffsets);
    put(sound[index], soundOffsets);
  }
  return { pictureOffsets, soundOffsets, order };
}

const UNITY_MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function fileStart(film: Film, layout: Layout, mediaBytes: number): Buffer {
  const ticks = (film.pictures.length * TICKS_PER_SECOND) / film.fps;
  const movie = box(
    'moov',
    box(
      'mvhd',
      [0, 0, 0, TICKS_PER_SECOND, ticks, 0x10000],
      u16(0x100, 0),
      [0, 0],
      UNITY_MATRIX,
      [0, 0, 0, 0, 0, 0, 3],
    ),
    pictureTrack(film, layout, ticks),
    ...(film.sound ? [soundTrack(film.sound, layout, ticks)] : []),
  );
  const brands = Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1');
  const start = Buffer.concat([box('ftyp', brands), movie, u32(mediaBytes + 8), Buffer.from('mdat')]);
  moveOffsets(start, start.length);
  return start;
}

/** Where the media lie in the file is known when all that stands before them is. */
function moveOffsets(start: Buffer, by: number): void {
  for (const offsets of findBoxes(start, 'moov/trak/mdia/minf/stbl/stco'))
    for (let at = 8; at < offsets.length; at += 4) offsets.writeUInt32BE(offsets.readUInt32BE(at) + by, at);
}

function pictureTrack(film: Film, layout: Layout, ticks: number): Buffer {
  const { width, height, fps, pictures } = film;
  const tick = TICKS_PER_SECOND / fps;
  // Nothing is shown before it is decoded: all is shown later by as much as the latest one needs.
  const delay = pictures.reduce((most, { shownAt }, index) => Math.max(most, index - shownAt), 0);
  const keys = pictures.flatMap(({ key }, index) => (key ? [index + 1] : []));
  const table = box(
    'stbl',
    box('stsd', [0, 1], pictureDescription(film)),
    box('stts', [0, 1, pictures.length, tick]),
    ...(delay > 0 ? [box('ctts', [0, ...laterTimes(pictures, delay, tick)])] : []),
    box('stss', [0, keys.length, ...keys]),
    ...sampleTables(layout.pictures, layout.pictureOffsets),
  );
  return box(
    'trak',
    box(
      'tkhd',
      [3, 0, 0, 1, 0, ticks, 0, 0],
      u16(0, 0, 0, 0),
      UNITY_MATRIX,
      u32(width * 0x10000, height * 0x10000),
    ),
    box('edts', box('elst', [0, 1, ticks, delay * tick, 0x10000])),
    media('vide', 'VideoHandler', ticks, box('vmhd', [1, 0, 0]), table),
  );
}

/** How long after it is decoded each picture is shown: count of runs, then count and ticks of each. */
function laterTimes(pictures: FilmPicture[], delay: number, tick: number): number[] {
  const runs: number[] = [];
  for (const [index, { shownAt }] of pictures.entries()) {
    const later = (shownAt + delay - index) * tick;
    if (runs.at(-1) === later) runs[runs.length - 2]!++;
    else runs.push(1, later);
  }
  return [runs.length / 2, ...runs];
}

function pictureDescription({ width, height, avcC }: Film): Buffer {
  return box(
    'avc1',
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(16),
    u16(width, height),
    // 72 dots an inch, one frame a sample, no name, 24 bits without a palette.
    [0x480000, 0x480000, 0],
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', avcC),
    box('pasp', [1, 1]),
    // BT.709, limited range.
    box('colr', Buffer.from('nclx'), u16(1, 1, 1), Buffer.from([0])),
  );
}

function soundTrack(sound: Sound, layout: Layout, ticks: number): Buffer {
  const table = box(
    'stbl',
    box('stsd', [0], sound.description),
    box('stts', [0], sound.frameTimes),
    ...sampleTables(layout.sound, layout.soundOffsets),
  );
  const heard = Math.min(ticks, ((sound.samples - sound.delay) * TICKS_PER_SECOND) / sound.rate);
  return box(
    'trak',
    box('tkhd', [3, 0, 0, 2, 0, heard, 0, 0], u16(0, 1, 0x100, 0), UNITY_MATRIX, [0, 0]),
    box('edts', box('elst', [0, 1, heard, sound.delay, 0x10000])),
    media('soun', 'SoundHandler', sound.samples, box('smhd', [0, 0]), table, sound.rate),
  );
}

function media(
  kind: 'vide' | 'soun',
  name: string,
  duration: number,
  header: Buffer,
  table: Buffer,
  ticksPerSecond = TICKS_PER_SECOND,
): Buffer {
  const undetermined = 0x55c4;
  return box(
    'mdia',
    box('mdhd', [0, 0, 0, ticksPerSecond, duration], u16(undetermined, 0)),
    box('hdlr', [0, 0], Buffer.from(kind), [0, 0, 0], Buffer.from(`${name}\0`)),
    // The media lie in this very file.
    box('minf', header, box('dinf', box('dref', [0, 1], box('url ', [1]))), table),
  );
}

function sampleTables(samples: Buffer[][], offsets: number[]): Buffer[] {
  const sizes = samples.flatMap((piece) => piece.map(({ length }) => length));
  return [
    box('stsc', piecesAsRuns(samples)),
    box('stsz', [0, 0, sizes.length, ...sizes]),
    box('stco', [0, offsets.length, ...offsets]),
  ];
}

/** From which piece on how many samples lie in each. */
function piecesAsRuns(samples: Buffer[][]): number[] {
  const runs: number[] = [];
  for (const [index, piece] of samples.entries())
    if (piece.length !== samples[index - 1]?.length) runs.push(index + 1, piece.length, 1);
  return [0, runs.length / 3, ...runs];
}
