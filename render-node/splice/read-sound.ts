/** Takes the encoded sound out of the .m4a that render-sound.ts made, to be copied into the video. */
import { readFile } from 'node:fs/promises';
import { findBox } from './mp4-boxes.ts';

export interface Sound {
  /** AAC frames in order; they share one memory. */
  frames: Buffer[];
  /** Samples of each frame, as runs: count, then length. */
  frameTimes: Buffer;
  /** Samples a second, which is also the unit of all its times. */
  rate: number;
  /** Samples of all frames, encoder delay included. */
  samples: number;
  /** Samples at the beginning that the encoder has put there; players skip them. */
  delay: number;
  /** The file's description of the coding, word for word. */
  description: Buffer;
}

let last: { path: string; sound: Sound } | null = null;

/**
 * The last one is remembered: mostly all rows of a template have the same.
 * @param path another one for every sound.
 * @throws {Error} when the file is not what the sound step writes: one track, one edit.
 */
export async function readSound(path: string): Promise<Sound> {
  if (last?.path === path) return last.sound;
  const sound = soundOf(await readFile(path));
  last = { path, sound };
  return sound;
}

function soundOf(file: Buffer): Sound {
  const track = part(file, 'moov/trak');
  const header = part(track, 'mdia/mdhd');
  const table = part(track, 'mdia/minf/stbl');
  if (header[0] !== 0) throw new Error('The sound is longer than its header can say');
  return {
    frames: cutFrames(file, part(table, 'stsz'), chunkOffsets(table), part(table, 'stsc')),
    frameTimes: part(table, 'stts').subarray(4),
    rate: header.readUInt32BE(12),
    samples: header.readUInt32BE(16),
    delay: encoderDelay(findBox(track, 'edts/elst')),
    description: part(table, 'stsd').subarray(4),
  };
}

function part(bytes: Buffer, path: string): Buffer {
  const found = findBox(bytes, path);
  if (!found) throw new Error(`The sound file has no ${path}`);
  return found;
}

function encoderDelay(edits: Buffer | null): number {
  if (!edits) return 0;
  if (edits[0] !== 0 || edits.readUInt32BE(4) !== 1) throw new Error('The sound file has several edits');
  return edits.readInt32BE(12);
}

function chunkOffsets(table: Buffer): number[] {
  const offsets = part(table, 'stco');
  return Array.from({ length: offsets.readUInt32BE(4) }, (_, chunk) => offsets.readUInt32BE(8 + chunk * 4));
}

function cutFrames(file: Buffer, sizes: Buffer, offsets: number[], runs: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  const sameSize = sizes.readUInt32BE(4);
  const count = sizes.readUInt32BE(8);
  for (const [chunk, offset] of offsets.entries()) {
    let at = offset;
    for (let left = framesInChunk(runs, chunk); left > 0 && frames.length < count; left--) {
      const size = sameSize || sizes.readUInt32BE(12 + frames.length * 4);
      frames.push(file.subarray(at, at + size));
      at += size;
    }
  }
  return frames;
}

/** Runs say from which chunk on how many frames lie in each; chunks count from 1. */
function framesInChunk(runs: Buffer, chunk: number): number {
  let frames = 0;
  for (let run = 0; run < runs.readUInt32BE(4); run++) {
    if (runs.readUInt32BE(8 + run * 12) > chunk + 1) break;
    frames = runs.readUInt32BE(12 + run * 12);
  }
  return frames;
}
