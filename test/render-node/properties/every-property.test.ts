import { expect, test } from 'vitest';
import { allCases } from './all-cases.ts';
import { changedProperties } from './changed-properties.ts';
import { modelProperties } from './model-properties.ts';

test('every property of the template model, and every word it may be, has a case', () => {
  const proved = new Set(Object.keys(allCases()));
  expect(modelProperties().filter((property) => !proved.has(property))).toEqual([]);
});

test('every case is about a property that the model has', () => {
  const properties = new Set(modelProperties());
  expect(Object.keys(allCases()).filter((property) => !properties.has(property))).toEqual([]);
});

test('every case changes the property that it names', () => {
  const others = Object.entries(allCases()).filter(([property, cases]) => {
    const [path = ''] = property.split('=');
    return !cases.every(({ before, after }) => changedProperties(before, after).has(path));
  });
  expect(others.map(([property]) => property)).toEqual([]);
});
