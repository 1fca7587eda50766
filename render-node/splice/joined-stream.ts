/** The one stream that all of a video's pictures go into. */
import { kindOfPlace, type Place } from './decoding-order.ts';
import type { LaneCoding } from './encoder-lane.ts';
import { mixedPicture } from './mixed-picture.ts';
import { joinNalUnits, splitNalUnits } from './nal-units.ts';
import { orderedSets } from './ordered-sets.ts';
import { type ParameterSets, readParameterSets } from './parameter-sets.ts';
import { placeSlice } from './place-slice.ts';
import { UnfitStream } from './unfit-stream.ts';

export interface JoinedStream {
  sets: ParameterSets;
  /** A picture of the lane, or a part of one, as it stands in the stream. */
  place(picture: Buffer, place: Place): Buffer;
  /** The same of what no other row shows. */
  placeOnce(picture: Buffer, place: Place): Buffer;
  /** The picture before, once more. */
  held(place: Place): Buffer;
  /** What lies between the picture decoded last and the one shown before. @param part of the former, as in `mixedPicture`. */
  mixed(part: number, place: Place): Buffer;
}

/** As the lane codes: pictures are shown in the order they are decoded in. */
export function laneStream({ sets, heldPicture }: LaneCoding): JoinedStream {
  const asItIs = (picture: Buffer) => picture;
  return {
    ...{ sets, place: asItIs, placeOnce: asItIs, held: heldPicture },
    mixed: (part, place) => joinNalUnits([mixedPicture(part, place, sets)]),
  };
}

/** For films, and for what is mixed. @param films headers of films in it. @throws {UnfitStream} */
export function orderedStream(coding: LaneCoding, [film, ...others]: Buffer[]): JoinedStream {
  if (film && !others.every((other) => other.equals(film))) throw new UnfitStream('its films differ');
  const { sets, moved, mixes } = streamOf(coding, film ?? null);
  const placeOnce = (picture: Buffer, place: Place) => movePicture(picture, place, coding.sets, sets);
  const place = (picture: Buffer, at: Place) => {
    const kinds = moved.get(picture) ?? [];
    moved.set(picture, kinds);
    const kind = kindOfPlace(at, sets);
    kinds[kind] ??= placeOnce(picture, at);
    return kinds[kind];
  };
  return {
    ...{ sets, place, placeOnce },
    held: (at) => place(coding.heldPicture(at), at),
    mixed(part, at) {
      const kind = `${part} ${kindOfPlace(at, sets)}`;
      const known = mixes.get(kind) ?? joinNalUnits([mixedPicture(part, at, sets)]);
      if (mixes.size >= MOST_MIXES) mixes.clear();
      mixes.set(kind, known);
      return known;
    },
  };
}

interface OrderedStream {
  sets: ParameterSets;
  /** Pictures that many rows show are moved once, held ones above all: by their kind of place. */
  moved: WeakMap<Buffer, Buffer[]>;
  /** By part and kind of place. */
  mixes: Map<string, Buffer>;
}

const streams = new Map<string, OrderedStream>();
const MOST_STREAMS = 32;
/** Some forty bytes each. */
const MOST_MIXES = 4_096;

function streamOf({ identity, sets }: LaneCoding, film: Buffer | null): OrderedStream {
  const key = `${identity} ${film?.toString('latin1')}`;
  const known = streams.get(key) ?? {
    sets: orderedSets(sets, film && readParameterSets(film)),
    moved: new WeakMap<Buffer, Buffer[]>(),
    mixes: new Map<string, Buffer>(),
  };
  if (streams.size >= MOST_STREAMS) streams.clear();
  streams.set(key, known);
  return known;
}

function movePicture(picture: Buffer, place: Place, from: ParameterSets, to: ParameterSets): Buffer {
  return joinNalUnits(splitNalUnits(picture).map((slice) => placeSlice(slice, from, to, { place })));
}
