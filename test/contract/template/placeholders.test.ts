import { describe, expect, test } from 'vitest';
import {
  fillPlaceholders,
  hasPlaceholder,
  placeholderNames,
  solePlaceholder,
} from '../../../contract/template/placeholders.ts';
import { startCpuTime } from '../../support/cpu-time.ts';

const values = (object: Record<string, string>) => new Map(Object.entries(object));

describe('names', () => {
  test.each([
    ['Hello {{name}}', ['name']],
    ['{{ name }} and {{name}}', ['name']],
    ['{{b}}{{a}}{{b}}', ['b', 'a']],
    ['{{First Name}} {{Main-Title}} {{prénom}} {{名前}}', ['First Name', 'Main-Title', 'prénom', '名前']],
    ['{{Name}} {{name}}', ['Name', 'name']],
    ['{{a.b[0]}}', ['a.b[0]']],
    ['no braces', []],
    ['{name} {{name} {name}}', []],
    ['\\{{name}}', []],
    ['\\{{name}} {{other}}', ['other']],
    ['{{}}', ['']],
    ['{{{name}}}', ['name']],
  ])('in %j are %j', (text, names) => {
    expect(placeholderNames(text)).toEqual(names);
    expect(hasPlaceholder(text)).toBe(names.length > 0);
  });

  test('of a text that is one placeholder and nothing else', () => {
    expect(solePlaceholder('{{ photo url }}')).toBe('photo url');
    expect(solePlaceholder(' {{photo}} ')).toBe('photo');
    expect(solePlaceholder('https://x/{{photo}}')).toBeNull();
    expect(solePlaceholder('{{a}}{{b}}')).toBeNull();
    expect(solePlaceholder('\\{{a}}')).toBeNull();
  });
});

describe('filling', () => {
  test('puts values in place of every placeholder', () => {
    expect(fillPlaceholders('{{a}}-{{ b }}-{{a}}', values({ a: '1', b: '2' }))).toBe('1-2-1');
  });

  test('leaves nothing where a value is missing or blank', () => {
    expect(fillPlaceholders('Hi {{name}}!', values({}))).toBe('Hi !');
    expect(fillPlaceholders('Hi {{name}}!', values({ name: '' }))).toBe('Hi !');
  });

  test('never scans a value again', () => {
    expect(fillPlaceholders('{{a}} {{b}}', values({ a: '{{b}}', b: '\\{{a}}' }))).toBe('{{b}} \\{{a}}');
  });

  test('takes a value as it is, dollar signs included', () => {
    expect(fillPlaceholders('{{price}}', values({ price: "$& $1 $' $$" }))).toBe("$& $1 $' $$");
  });

  test('prints braces that were escaped', () => {
    expect(fillPlaceholders('\\{{name}} is {{name}}', values({ name: 'Zoë' }))).toBe('{{name}} is Zoë');
  });

  test('knows no inherited names', () => {
    expect(fillPlaceholders('[{{constructor}}{{__proto__}}{{toString}}]', values({}))).toBe('[]');
  });

  test('stays quick on hostile text', () => {
    const cpuMs = startCpuTime();
    for (const text of ['{{'.repeat(100_000), '{{ '.repeat(100_000), `{{${' '.repeat(200_000)}`])
      expect(fillPlaceholders(text, values({}))).toBe(text);
    expect(cpuMs()).toBeLessThan(1_000);
  });
});
