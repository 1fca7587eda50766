import { expect, it } from 'vitest';
import { outputNames } from '../../../playground/rows/output-names.ts';

const names = (...ids: (string | null)[]) =>
  outputNames(ids.map((externalId, index) => ({ number: index + 1, externalId })));

it('names files as people call their rows', () => {
  expect(names('SKU-1001', 'Zoë_7.b', '王小明')).toEqual(['SKU-1001', 'Zoë_7.b', '王小明']);
});

it('makes a name safe for every file system', () => {
  expect(names('../../etc/passwd', 'a/b\\c:d*e?"f', '...', 'con', 'x'.repeat(300), ' a b ')).toEqual([
    'etc-passwd',
    'a-b-c-d-e-f',
    'row-3',
    '_con',
    'x'.repeat(100),
    'a-b',
  ]);
});

it('counts rows without a name, with zeros that keep them in order', () => {
  expect(names(...Array.from({ length: 12 }, () => null)).slice(8)).toEqual([
    'row-09',
    'row-10',
    'row-11',
    'row-12',
  ]);
});

it('gives each row a file of its own, also where a and A are one', () => {
  expect(names('a', 'A', 'a', 'a-2')).toEqual(['a', 'A-2', 'a-3', 'a-2-2']);
});
