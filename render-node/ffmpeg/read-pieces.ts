import type { Readable } from 'node:stream';
import { collectYoung } from './collect-young.ts';

/**
 * What a process writes, in pieces of one length, such as raw pictures.
 * @returns how many bytes were left over. A piece's own bytes are valid until the next one is asked for.
 */
export async function* readPieces(stream: Readable, bytes: number): AsyncGenerator<Uint8Array, number> {
  const piece = new Uint8Array(bytes);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    collectYoung(chunk.length);
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + bytes - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < bytes) continue;
      yield piece;
      filled = 0;
    }
  }
  return filled;
}
