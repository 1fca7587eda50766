/** Where a span's pictures stand in their stream: a mixed one comes after both that it is mixed of. */
import type { ParameterSets } from './parameter-sets.ts';

/** Where a picture stands in its stream, counted from the last key picture; both are 0 for a key picture. */
export interface Place {
  /** Pictures that others may build on. */
  number: number;
  /** Frames, as they are shown. Headers count them by two: each might be two fields. */
  order: number;
}

/** Pictures of a stream whose headers can tell their places apart are of so many kinds; the header says no more of it. */
export function kindOfPlace({ number, order }: Place, { frameNumBits, orderBits }: ParameterSets): number {
  const kind = number % 2 ** frameNumBits;
  return orderBits === null ? kind : kind * 2 ** orderBits + ((2 * order) % 2 ** orderBits);
}

/** Of a picture that has one frame and builds on the one before, in a stream of such pictures. */
export function plainPlace(frame: number): Place {
  return { number: frame, order: frame };
}

export interface OrderedPicture {
  /** When it is shown, counted from the span's beginning. */
  frame: number;
  key: boolean;
  /** Null: it is coded. Otherwise it is mixed of the coded picture that is decoded before it and the one shown before. */
  mix: number | null;
}

export interface PlacedFrame<Of> {
  frame: number;
  /** Null: it holds the picture before. */
  picture: Of | null;
  place: Place;
}

/**
 * All frames of a span.
 * @param pictures of it, the first a key picture at frame 0; both in the order they are decoded in.
 */
export function placeFrames<Of extends OrderedPicture>(pictures: Of[], frames: number): PlacedFrame<Of>[] {
  const placed: PlacedFrame<Of>[] = [];
  let lastKey = 0;
  let number = 0;
  let frame = 0;
  const put = (frame: number, picture: Of | null, number: number) =>
    placed.push({ frame, picture, place: { number, order: frame - lastKey } });
  const holdUntil = (end: number) => {
    for (; frame < end; frame++) put(frame, null, ++number);
  };
  for (let next = 0; next < pictures.length; ) {
    const coded = pictures[next++]!;
    const mixed: Of[] = [];
    while (pictures[next] && pictures[next]!.mix !== null) mixed.push(pictures[next++]!);
    holdUntil((mixed[0] ?? coded).frame);
    if (coded.key) [lastKey, number] = [coded.frame, 0];
    else number++;
    put(coded.frame, coded, number);
    // Nothing builds on a mixed picture: all of them have the number that the next one will have.
    for (const picture of mixed) put(picture.frame, picture, number + 1);
    frame = coded.frame + 1;
  }
  holdUntil(frames);
  return placed;
}
