/** The one stream that all of a video's pictures go into. */
import type { LaneCoding } from './encoder-lane.ts';
import { joinNalUnits, splitNalUnits } from './nal-units.ts';
import { adoptFilm, type ParameterSets, readParameterSets, UnfitStream } from './parameter-sets.ts';
import { placeSlice } from './place-slice.ts';

export interface JoinedStream {
  sets: ParameterSets;
  /** A picture of the lane, or a part of one, as it stands in the stream. @param place pictures since the last key picture. */
  place(picture: Buffer, place: number): Buffer;
  /** The same of what no other row shows. */
  placeOnce(picture: Buffer, place: number): Buffer;
  /** The picture before, once more. */
  held(place: number): Buffer;
}

/** As the lane codes. */
export function laneStream({ sets, heldPicture }: LaneCoding): JoinedStream {
  const asItIs = (picture: Buffer) => picture;
  return { sets, place: asItIs, placeOnce: asItIs, held: heldPicture };
}

/** @param films headers of films in it. @throws {UnfitStream} */
export function joinedStream(coding: LaneCoding, [film, ...others]: Buffer[]): JoinedStream {
  if (!film) return laneStream(coding);
  if (!others.every((other) => other.equals(film))) throw new UnfitStream('its films differ');
  const { sets, moved } = streamOf(coding, film);
  const placeOnce = (picture: Buffer, place: number) => movePicture(picture, place, coding.sets, sets);
  // Orders have a few bits: held pictures come in as many kinds.
  const kinds = 2 ** Math.max(sets.frameNumBits, sets.orderBits ?? 0);
  const place = (picture: Buffer, at: number) => {
    const places = moved.get(picture) ?? [];
    moved.set(picture, places);
    places[at % kinds] ??= placeOnce(picture, at);
    return places[at % kinds]!;
  };
  return { sets, place, placeOnce, held: (at) => place(coding.heldPicture(at), at) };
}

interface FilmStream {
  sets: ParameterSets;
  /** Pictures that many rows show are moved once, held ones above all: by their place. */
  moved: WeakMap<Buffer, Buffer[]>;
}

const streams = new Map<string, FilmStream>();
const MOST_STREAMS = 32;

function streamOf({ identity, sets }: LaneCoding, film: Buffer): FilmStream {
  const key = `${identity} ${film.toString('latin1')}`;
  const known = streams.get(key) ?? {
    sets: adoptFilm(sets, readParameterSets(film)),
    moved: new WeakMap<Buffer, Buffer[]>(),
  };
  if (streams.size >= MOST_STREAMS) streams.clear();
  streams.set(key, known);
  return known;
}

function movePicture(picture: Buffer, place: number, from: ParameterSets, to: ParameterSets): Buffer {
  return joinNalUnits(splitNalUnits(picture).map((slice) => placeSlice(slice, from, to, { place })));
}
