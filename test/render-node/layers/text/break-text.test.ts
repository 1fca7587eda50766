import { expect, test } from 'vitest';
import { breakInside, breakText } from '../../../../render-node/layers/text/break-text.ts';

const pieces = (text: string) => breakText(text, 'word').join('|');

test('lines break after white space and hyphens, never before punctuation', () => {
  expect(pieces('Hello, world! (well-known) fact')).toBe('Hello, |world! |(well-|known) |fact');
  expect(pieces('“Quoted” – yes, 3.50 € or -5')).toBe('“Quoted” |– |yes, |3.50 |€ |or |-5');
  expect(pieces("O'Brien's 100% a/b")).toBe("O'Brien's |100% |a/|b");
});

test('no-break spaces hold words together', () => {
  expect(pieces('10\u00a0km away\u202f!')).toBe('10\u00a0km |away\u202f!');
});

test('scripts without spaces break between words, with stops kept on the line', () => {
  expect(pieces('春眠不覚暁、処処聞啼鳥。')).toMatch(/^春眠.*暁、\|処.*鳥。$/);
  expect(pieces('「東京」へ')).not.toMatch(/「\||\|」/);
  expect(pieces('สวัสดีครับ').split('|').length).toBeGreaterThan(1);
});

test('an emoji with its joined parts is one piece', () => {
  expect(pieces('👩‍👩‍👧‍👦🇩🇪')).toBe('👩‍👩‍👧‍👦|🇩🇪');
  expect(breakText('e\u0301a', 'char')).toEqual(['e\u0301', 'a']);
});

test('Thai breaks between words, and never before a mark of repetition', () => {
  expect(pieces('ภาษาไทยไม่มีช่องว่าง').split('|')).toEqual(['ภาษา', 'ไทย', 'ไม่มี', 'ช่อง', 'ว่าง']);
  expect(pieces('เร็วๆนี้')).not.toContain('|ๆ');
});

test('Japanese and Chinese lines neither begin nor end with what belongs to the neighbour', () => {
  for (const text of [
    '「東京タワー」（高さ三三三メートル）、日本。',
    '“你好，”他说：“世界！”',
    '人々のコーヒーはキャッチャー',
  ])
    for (const cut of [pieces(text).split('|'), breakInside(text)]) {
      expect(cut.length).toBeGreaterThan(2);
      for (const piece of cut.slice(1)) expect(piece).toMatch(/^[^」）、。，！：”々ーャッ]/u);
      for (const piece of cut.slice(0, -1)) expect(piece).toMatch(/[^「（“]$/u);
    }
});

test('a word that is broken because it is too wide keeps letters with their marks, and emoji whole', () => {
  expect(breakInside('e\u0301le\u0300ve')).toEqual(['e\u0301', 'l', 'e\u0300', 'v', 'e']);
  expect(breakInside('น้ำที่')).toEqual(['น้ำ', 'ที่']);
  expect(breakInside('👩‍👩‍👧‍👦👍🏽1️⃣🇩🇪🇫🇷')).toEqual(['👩‍👩‍👧‍👦', '👍🏽', '1️⃣', '🇩🇪', '🇫🇷']);
});

test('nothing is lost, however a text is broken', () => {
  for (const text of ['', ' ', 'a  b ', '你好 world\u200bfoo', '–––', '-'])
    for (const wrap of ['word', 'char', 'none'] as const) expect(breakText(text, wrap).join('')).toBe(text);
});
