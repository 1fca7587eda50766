import { expect, test } from 'vitest';
import { movedHeads } from '../../../render-node/splice/moved-heads.ts';
import type { ParameterSets } from '../../../render-node/splice/parameter-sets.ts';

const [from, to] = [{} as ParameterSets, {} as ParameterSets];
const bytes = (...values: number[]) => Buffer.from(values);

test('what follows a header that was moved before is taken as it stands', () => {
  movedHeads(from, to, 'a').keep(bytes(65, 7, 9, 1, 2), bytes(65, 7, 9), bytes(65, 8, 8, 3));
  expect(movedHeads(from, to, 'a').move(bytes(65, 7, 9, 0, 0, 3, 1))).toEqual(bytes(65, 8, 8, 3, 0, 0, 3, 1));
});

test('another header, another place and another stream are not known', () => {
  movedHeads(from, to, 'b').keep(bytes(65, 7, 9), bytes(65, 7, 9), bytes(65, 8));
  expect(movedHeads(from, to, 'b').move(bytes(65, 7, 8, 1))).toBeNull();
  expect(movedHeads(from, to, 'c').move(bytes(65, 7, 9, 1))).toBeNull();
  expect(movedHeads(from, {} as ParameterSets, 'b').move(bytes(65, 7, 9, 1))).toBeNull();
  expect(movedHeads({} as ParameterSets, to, 'b').move(bytes(65, 7, 9, 1))).toBeNull();
});

test('a header that looks like a start code where it goes is escaped', () => {
  movedHeads(from, to, 'd').keep(bytes(65, 7, 9), bytes(65, 7, 9), bytes(65, 0, 0, 1));
  expect(movedHeads(from, to, 'd').move(bytes(65, 7, 9, 5))).toEqual(bytes(65, 0, 0, 3, 1, 5));
});

test.each([
  ['it ends in a zero', bytes(65, 7, 0, 1), bytes(65, 7, 0), bytes(65, 8)],
  ['it becomes one that ends in a zero', bytes(65, 7, 9, 1), bytes(65, 7, 9), bytes(65, 0)],
  ['it stands escaped', bytes(65, 0, 0, 3, 1, 9), bytes(65, 0, 0, 1), bytes(65, 8)],
])('a header is not kept when %s: how the next bytes are escaped depends on it', (_why, nal, was, is) => {
  const heads = movedHeads({} as ParameterSets, to, 'e');
  heads.keep(nal, was, is);
  expect(heads.move(nal)).toBeNull();
});

test('of one place no more than eight headers are kept', () => {
  const heads = movedHeads(from, to, 'f');
  for (let number = 1; number <= 20; number++)
    heads.keep(bytes(65, number), bytes(65, number), bytes(65, number + 1));
  expect(heads.move(bytes(65, 8, 4))).toEqual(bytes(65, 9, 4));
  expect(heads.move(bytes(65, 9, 4))).toBeNull();
});
