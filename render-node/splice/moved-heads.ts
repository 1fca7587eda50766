/**
 * Headers of slices that were moved before. Rows of a batch have the same ones at the same places again and again: to look them
 * up takes a fraction of the time that reading and writing their bits does.
 */
import { escapeNalUnit } from './nal-units.ts';
import type { ParameterSets } from './parameter-sets.ts';

export interface MovedHeads {
  /** Null when no slice that begins like this one was moved to that place before. */
  move(nal: Buffer): Buffer | null;
  /** @param was its whole header, and `is` what that became, both without escapes and ending at a whole byte. */
  keep(nal: Buffer, was: Buffer, is: Buffer): void;
}

interface MovedHead {
  /** The bytes that stand in the slice, escapes and all. */
  was: Buffer;
  is: Buffer;
}

/** By the stream that they come from, the one that they go into, and the place there. */
const streams = new WeakMap<ParameterSets, WeakMap<ParameterSets, Map<string, MovedHead[]>>>();
const MOST_PLACES = 8_192;
/** Of one place: pictures that differ in their numbers. */
const MOST_KINDS = 8;

/** @param place everything that a moved header says besides what it said before. */
export function movedHeads(from: ParameterSets, to: ParameterSets, place: string): MovedHeads {
  const known = headsAt(from, to, place);
  return {
    move(nal) {
      const head = known.find(({ was }) => startsWith(nal, was));
      return head ? Buffer.concat([head.is, nal.subarray(head.was.length)]) : null;
    },
    keep(nal, was, is) {
      // After a zero it depends on the next bytes what must be escaped: such a header cannot be told apart from them.
      const standsAlone = startsWith(nal, was) && was.at(-1) !== 0 && is.at(-1) !== 0;
      if (known.length < MOST_KINDS && standsAlone)
        known.push({ was: Buffer.from(was), is: escapeNalUnit(is) });
    },
  };
}

function headsAt(from: ParameterSets, to: ParameterSets, place: string): MovedHead[] {
  const targets = streams.get(from) ?? new WeakMap<ParameterSets, Map<string, MovedHead[]>>();
  streams.set(from, targets);
  const places = targets.get(to) ?? new Map<string, MovedHead[]>();
  targets.set(to, places);
  const known = places.get(place) ?? [];
  if (places.size >= MOST_PLACES) places.clear();
  places.set(place, known);
  return known;
}

function startsWith(nal: Buffer, head: Buffer): boolean {
  for (let at = 0; at < head.length; at++) if (nal[at] !== head[at]) return false;
  return true;
}
