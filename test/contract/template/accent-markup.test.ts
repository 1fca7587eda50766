import { expect, test } from 'vitest';
import { escapeAccents, readAccents } from '../../../contract/template/accent-markup.ts';
import { fillTemplate } from '../../../contract/template/fill-template.ts';
import { imageTemplate } from '../../support/templates.ts';

/** `plain[accent]` */
const shown = (text: string) =>
  readAccents(text)
    .map((run) => (run.accent ? `[${run.text}]` : run.text))
    .join('');

test('two asterisks mark an accent, one alone is printed', () => {
  expect(shown('Only *today*, *all* day')).toBe('Only [today], [all] day');
  expect(shown('*a* *b')).toBe('[a] *b');
  expect(shown('5 * 3')).toBe('5 * 3');
  expect(shown('')).toBe('');
});

test('a backslash before a mark prints it', () => {
  expect(shown('\\*no\\* *yes \\* yes*')).toBe('*no* [yes * yes]');
  expect(shown('C:\\\\*x* \\n')).toBe('C:\\[x] \\n');
});

test('a value comes out as it went in, wherever it is inserted', () => {
  for (const value of ['*', '**', '\\', '\\*', 'a*b*c', '*\\']) {
    expect(shown(escapeAccents(value))).toBe(value);
    expect(shown(`*${escapeAccents(value)}*`)).toBe(`[${value}]`);
  }
});

test("a row's asterisks are no marks, those around its placeholder are", () => {
  const accent = { color: '#ff0000' };
  const text = (layer: object, values: Record<string, string>) => {
    const template = imageTemplate([{ type: 'text', ...layer }]);
    const [filled] = fillTemplate(template, new Map(Object.entries(values))).layers;
    return (filled as { text: string }).text;
  };
  const row = { name: '*Ada*' };
  expect(shown(text({ text: 'Hi *{{name}}*', accent }, row))).toBe('Hi [*Ada*]');
  expect(shown(text({ text: '{{name|upper}}', accent }, row))).toBe('*ADA*');
  expect(shown(text({ text: 'x', variable: 'name', accent }, row))).toBe('*Ada*');
  expect(shown(text({ text: 'Hi *{{name}}*!', accent }, {}))).toBe('Hi !');
  expect(text({ text: 'Hi *{{name}}*' }, row)).toBe('Hi **Ada**');
});
