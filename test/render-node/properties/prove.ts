/**
 * A property is proved by two documents that differ in it, a measure, and what it shows of either. A renderer that
 * ignores the property shows the same of both, and what is expected tells them apart.
 */
import { expect, test } from 'vitest';
import type { Measure, Value } from './measures.ts';
import { createStage, type Row } from './show.ts';

export interface PropertyCase {
  before: object;
  after: object;
  /** The row of both. */
  row?: Row;
  see: Measure;
  /** What is seen before; left out where only the change counts. */
  was?: Expected;
  /** What is seen after it, or what that is by what was before. */
  is: Expected | ((was: never) => Expected);
}

/** By the property's path, as `modelProperties` has it. */
export type Cases = Record<string, PropertyCase[]>;

export type Expected = Value | { least?: number; most?: number };

/** One test for each property. @param media by asset name. */
export async function prove(cases: Cases, media: Record<string, Uint8Array>): Promise<void> {
  const stage = await createStage(media);
  for (const [property, own] of Object.entries(cases))
    test(property, async () => {
      for (const { before, after, row = {}, see, was, is } of own) {
        const shown = [stage(before, row), stage(after, row)] as const;
        const [seenBefore, seenAfter] = await Promise.all([see.of(shown[0]), see.of(shown[1])]);
        for (const { close } of shown) await close();
        const expected = typeof is === 'function' ? is(seenBefore as never) : is;
        const report = { property, seenBefore, seenAfter };
        if (was !== undefined && !agrees(seenBefore, was, see))
          expect(report).toEqual({ ...report, seenBefore: was });
        if (!agrees(seenAfter, expected, see)) expect(report).toEqual({ ...report, seenAfter: expected });
        if (agrees(seenBefore, expected, see))
          expect.fail(
            `${property}: ${JSON.stringify(expected)} is seen without it, too: the case proves nothing`,
          );
      }
    });
}

function agrees(seen: Value, expected: Expected, { within }: Measure): boolean {
  if (typeof expected === 'object' && !Array.isArray(expected)) {
    if (typeof seen !== 'number') throw new Error('Bounds are for numbers');
    return seen >= (expected.least ?? seen) && seen <= (expected.most ?? seen);
  }
  if (typeof seen === 'string' || typeof expected === 'string') return seen === expected;
  const [one, other] = [[seen].flat(), [expected].flat()];
  return (
    one.length === other.length && one.every((value, index) => Math.abs(value - other[index]!) <= within)
  );
}

/** Cases for one property from several tables, one after the other. */
export function joinCases(...tables: Cases[]): Cases {
  const joined: Cases = {};
  for (const table of tables)
    for (const [property, cases] of Object.entries(table))
      joined[property] = [...(joined[property] ?? []), ...cases];
  return joined;
}
