import { expect, test } from 'vitest';
import { visualOrder } from '../../../../render-node/layers/text/visual-order.ts';

/** `*accents*` cut a line into runs; the answer is what stands on it from left to right. */
function order(line: string, direction: 'ltr' | 'rtl'): string[] {
  const runs = line
    .split('*')
    .map((text, index) => ({ text, style: index % 2 }))
    .filter(({ text }) => text !== '');
  return visualOrder(runs, direction).map((run) => `${run.style === 1 ? '*' : ''}${run.text}`);
}

test('runs of one direction follow each other', () => {
  expect(order('Only *today* here', 'ltr')).toEqual(['Only ', '*today', ' here']);
  expect(order('שלום *עולם* טוב', 'rtl')).toEqual([' טוב', '*עולם', 'שלום ']);
});

test('a stretch of the other direction keeps its own order within', () => {
  expect(order('אחת *two* three ארבע', 'rtl')).toEqual([' ארבע', '*two', ' three', 'אחת ']);
  expect(order('one *אחת* שתיים two', 'ltr')).toEqual(['one ', ' שתיים', '*אחת', ' two']);
});

test('numbers are read from the left, also in Hebrew', () => {
  expect(order('מחיר *123* שקל', 'rtl')).toEqual([' שקל', '*123', 'מחיר ']);
  expect(order('Price *123* now', 'ltr')).toEqual(['Price ', '*123', ' now']);
});

test('nothing is lost, whatever stands on the line', () => {
  for (const line of ['*a*ב*1*,ג d', 'ש*ָ*לום', '*👩‍👩‍👧‍👦* אב *!*', '((*ב*))'])
    for (const direction of ['ltr', 'rtl'] as const) {
      const shown = order(line, direction).join('').replaceAll('*', '');
      expect([...shown].sort()).toEqual([...line.replaceAll('*', '')].sort());
    }
});

test('a line of one style is left to the canvas', () => {
  expect(visualOrder([{ text: 'abc אבג 123', style: 0 }], 'rtl')).toEqual([
    { text: 'abc אבג 123', style: 0, direction: 'rtl' },
  ]);
});
