import type { ParameterSets } from './parameter-sets.ts';

/**
 * How many slices a picture may have: ITU-T H.264, table A-4, says how many macroblocks of a second there must be for each.
 * @param sets of the stream, whose level counts.
 */
export function mostSlices({ avcC }: Pick<ParameterSets, 'avcC'>, fps: number): number {
  const level = avcC[LEVEL_AT]!;
  if (level < FIRST_LIMITED) return Number.POSITIVE_INFINITY;
  const [macroblocks, each] = LIMITS[level] ?? [0, 1];
  return Math.floor(macroblocks / fps / each);
}

const LEVEL_AT = 3;
/** Levels in tenths. */
const FIRST_LIMITED = 30;

/** Macroblocks in a second, and for each slice. A level that does not stand here is given none. */
const LIMITS: Record<number, [macroblocks: number, each: number]> = {
  30: [40_500, 22],
  31: [108_000, 60],
  32: [216_000, 60],
  40: [245_760, 60],
  41: [245_760, 24],
  42: [522_240, 24],
  50: [589_824, 24],
  51: [983_040, 24],
  52: [2_073_600, 24],
};
