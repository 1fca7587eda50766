import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRepeats } from '../../../render-node/splice/repeats.ts';

const keyOf = (value: unknown) => createHash('sha256').update(String(value)).digest('hex');

test('what rows show is kept until 128 in a row had nothing that came before', () => {
  const repeats = createRepeats();
  const kept = Array.from({ length: 200 }, (_, row) =>
    repeats.note('name', { key: keyOf(row), isKept: false }),
  );
  expect(kept.indexOf(false)).toBe(128);
  expect(kept.slice(128)).not.toContain(true);
});

test('it is kept again from the first row on that repeats another', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 300; row++) repeats.note('name', { key: keyOf(row), isKept: false });
  expect(repeats.note('name', { key: keyOf(7), isKept: false })).toBe(true);
  expect(repeats.note('name', { key: keyOf('new'), isKept: false })).toBe(true);
});

test('of 20,000 rows with 3,000 names nearly all are kept from their first row on', () => {
  const repeats = createRepeats();
  const kept = new Set<number>();
  let encoded = 0;
  for (let row = 0; row < 20_000; row++) {
    const name = Number.parseInt(keyOf(row).slice(0, 8), 16) % 3_000;
    if (!kept.has(name)) encoded++;
    if (repeats.note('name', { key: keyOf(`name ${name}`), isKept: false })) kept.add(name);
  }
  expect(encoded).toBeLessThan(3_100);
});

test('columns that repeat do not make others kept', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 200; row++) {
    expect(repeats.note('plan', { key: keyOf(`plan ${row % 3}`), isKept: false })).toBe(true);
    expect(repeats.note('plan\nname', { key: keyOf(row), isKept: false })).toBe(row < 128);
  }
});

test('of kinds that come in turn each is looked at by itself, however many rows came before', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 30_000; row++) {
    repeats.note('name', { key: keyOf(`name ${row}`), isKept: false });
    repeats.note('city', { key: keyOf(`city ${row % 500}`), isKept: false });
  }
  expect(repeats.note('name', { key: keyOf('name new'), isKept: false })).toBe(false);
  expect(repeats.note('city', { key: keyOf('city 499'), isKept: false })).toBe(true);
  expect(repeats.note('name', { key: keyOf('name 29990'), isKept: false })).toBe(true);
});

test('what is kept from before counts as shown before', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 300; row++) repeats.note('name', { key: keyOf(row), isKept: false });
  expect(repeats.comeAgain('name')).toBe(false);
  expect(repeats.note('name', { key: keyOf('found on disk'), isKept: true })).toBe(true);
  expect(repeats.comeAgain('name')).toBe(true);
  expect(repeats.comeAgain('a kind that nobody has shown')).toBe(true);
});
