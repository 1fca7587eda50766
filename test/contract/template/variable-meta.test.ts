import { describe, expect, test } from 'vitest';
import { fillTemplate } from '../../../contract/template/fill-template.ts';
import { lintTemplate } from '../../../contract/template/lint-template.ts';
import { imageTemplate } from '../../support/templates.ts';

const template = (meta: object) =>
  imageTemplate([{ type: 'text', id: 'title', text: '{{v}}' }], { variables_meta: { v: meta } });

function problem(meta: object, value: string): string | null {
  try {
    fillTemplate(template(meta), new Map([['v', value]]));
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('what an author says of a variable', () => {
  test.each([
    [{ type: 'number' }, '12.5', 'twelve', 'must be a number such as 1234.5'],
    [{ type: 'color' }, 'teal', 'tael', 'must be a colour such as "#1e88e5" or "rgba(0,0,0,0.5)"'],
    [{ type: 'url' }, 'http://a.b', 'a.b', 'must be a web address such as https://example.com'],
    [{ type: 'bool' }, 'Yes', 'maybe', 'must be true or false'],
    [
      { type: 'image' },
      'asset:a.png',
      'a.png',
      'must be an https:// URL or an uploaded asset such as "asset:logo.png"',
    ],
    [{ max_length: 3 }, 'né🇵🇹', 'abcd', 'has 4 characters, at most 3 are allowed'],
    [{ pattern: '[A-Z]{2}-\\d+' }, 'AB-12', 'AB-12 ', 'does not match the pattern [A-Z]{2}-\\d+'],
  ])('%j is checked on every value', (meta, good, bad, message) => {
    expect(problem(meta, good)).toBeNull();
    expect(problem(meta, '')).toBeNull();
    expect(problem(meta, bad)).toBe(`Layer "title" (variable "v"): ${message}`);
  });

  test.each([
    ['(', 'is no regular expression'],
    ['(a+)+', 'may not repeat a group'],
    ['(a|aa){2,}', 'may not repeat a group'],
    ['(a)\\1', 'may not repeat a group'],
    ['(?=a)a', 'may not repeat a group'],
  ])('the pattern %s is refused', (pattern, message) => {
    const lint = lintTemplate({ ...template({}), variables_meta: { v: { pattern } } });
    expect(lint).toMatchObject({ ok: false, faults: [{ path: 'variables_meta.v.pattern' }] });
    expect(JSON.stringify(lint)).toContain(message);
  });

  test('must be of a variable that is there', () => {
    expect(lintTemplate({ ...template({}), variables_meta: { w: {} } })).toEqual({
      ok: false,
      faults: [{ path: 'variables_meta.w', message: 'no scene or layer uses a variable "w"' }],
    });
  });
});
