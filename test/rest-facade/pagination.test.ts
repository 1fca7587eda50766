import { expect, it } from 'vitest';
import { readPage } from '../../rest-facade/pagination.ts';

it('begins with the first page of the default size', () => {
  expect(readPage({}, 30)).toEqual({ page: 1, pageSize: 30 });
});

it.each(['100', '101', '1000', '9'.repeat(40)])('takes a page_size of %s for 100', (given) => {
  expect(readPage({ page_size: given }, 30)).toEqual({ page: 1, pageSize: 100 });
});

it.each(['0', '-1', 'abc', '1.5', '1e309', '', ' 1', '+1', '0x10', '2147483648'])(
  'refuses page %j',
  (given) => {
    expect(() => readPage({ page: given }, 30)).toThrow('page must be a whole number from 1 to 2147483647');
  },
);

it.each(['0', '-1', 'abc', '1.5', ''])('refuses page_size %j', (given) => {
  expect(() => readPage({ page_size: given }, 30)).toThrow('page_size must be a whole number from 1 to 100');
});

it('refuses a parameter that is given twice', () => {
  expect(() => readPage({ page: ['1', '2'] }, 30)).toThrow('page must be');
});
