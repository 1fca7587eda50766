import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRepeats } from '../../../render-node/splice/repeats.ts';

const keyOf = (value: unknown) => createHash('sha256').update(String(value)).digest('hex');

test('what rows show is kept until 128 in a row had nothing that came before', () => {
  const repeats = createRepeats();
  const kept = Array.from({ length: 200 }, (_, row) => repeats.isWorthKeeping('name', keyOf(row)));
  expect(kept.indexOf(false)).toBe(128);
  expect(kept.slice(128)).not.toContain(true);
});

test('it is kept again from the first row on that repeats another', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 300; row++) repeats.isWorthKeeping('name', keyOf(row));
  expect(repeats.isWorthKeeping('name', keyOf(7))).toBe(true);
  expect(repeats.isWorthKeeping('name', keyOf('new'))).toBe(true);
});

test('of 20,000 rows with 3,000 names nearly all are kept from their first row on', () => {
  const repeats = createRepeats();
  const kept = new Set<number>();
  let encoded = 0;
  for (let row = 0; row < 20_000; row++) {
    const name = Number.parseInt(keyOf(row).slice(0, 8), 16) % 3_000;
    if (!kept.has(name)) encoded++;
    if (repeats.isWorthKeeping('name', keyOf(`name ${name}`))) kept.add(name);
  }
  expect(encoded).toBeLessThan(3_100);
});

test('columns that repeat do not make others kept', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 200; row++) {
    expect(repeats.isWorthKeeping('plan', keyOf(`plan ${row % 3}`))).toBe(true);
    expect(repeats.isWorthKeeping('plan\nname', keyOf(row))).toBe(row < 128);
  }
});

test('of kinds that come in turn each is looked at by itself, however many rows came before', () => {
  const repeats = createRepeats();
  for (let row = 0; row < 30_000; row++) {
    repeats.isWorthKeeping('name', keyOf(`name ${row}`));
    repeats.isWorthKeeping('city', keyOf(`city ${row % 500}`));
  }
  expect(repeats.isWorthKeeping('name', keyOf('name new'))).toBe(false);
  expect(repeats.isWorthKeeping('city', keyOf('city 499'))).toBe(true);
  expect(repeats.isWorthKeeping('name', keyOf('name 29990'))).toBe(true);
});
