/** The one stream that all of a video's pictures go into. */
import type { EncodedSpan } from './encode-span.ts';
import type { LaneCoding } from './encoder-lane.ts';
import { joinNalUnits, splitNalUnits } from './nal-units.ts';
import { adoptFilm, type ParameterSets, readParameterSets, UnfitStream } from './parameter-sets.ts';
import { placeSlice } from './place-slice.ts';

export interface JoinedStream {
  avcC: Buffer;
  /** A picture of the lane as it stands in the stream. @param place pictures since the last key picture. */
  place(picture: Buffer, place: number): Buffer;
  /** The picture before, once more. */
  held(place: number): Buffer;
}

/** @throws {UnfitStream} */
export function joinedStream(coding: LaneCoding, spans: Pick<EncodedSpan, 'film'>[]): JoinedStream {
  const [film, ...others] = spans.flatMap((span) => (span.film ? [span.film] : []));
  if (!film) return { avcC: coding.sets.avcC, place: (picture) => picture, held: coding.heldPicture };
  if (!others.every((other) => other.equals(film))) throw new UnfitStream('its films differ');
  const sets = adoptFilm(coding.sets, readParameterSets(film));
  const name = sets.avcC.toString('latin1');
  const place = (picture: Buffer, at: number) => movePicture(picture, at, coding.sets, sets, name);
  return { avcC: sets.avcC, place, held: (at) => place(coding.heldPicture(at), at) };
}

/** Pictures that many rows show are moved once, held ones above all. */
const moved = new WeakMap<Buffer, Map<string, Buffer>>();

/** @param stream names `to`. */
function movePicture(
  picture: Buffer,
  place: number,
  from: ParameterSets,
  to: ParameterSets,
  stream: string,
): Buffer {
  const known = moved.get(picture) ?? new Map<string, Buffer>();
  moved.set(picture, known);
  // Orders have a few bits: held pictures come in as many kinds.
  const kind = `${place % 2 ** Math.max(to.frameNumBits, to.orderBits ?? 0)} ${stream}`;
  const there = known.get(kind);
  if (there) return there;
  const bytes = joinNalUnits(splitNalUnits(picture).map((slice) => placeSlice(slice, from, to, { place })));
  known.set(kind, bytes);
  return bytes;
}
