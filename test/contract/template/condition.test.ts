import { describe, expect, test } from 'vitest';
import { conditionSchema, evaluateCondition } from '../../../contract/template/condition.ts';

const holds = (text: string, values: Record<string, string> = {}) =>
  evaluateCondition(text, new Map(Object.entries(values)));

describe('a condition', () => {
  test('of one value holds unless that is blank or says no', () => {
    for (const yes of ['x', '1', 'true', 'yes', '00']) expect(holds('{{v}}', { v: yes })).toBe(true);
    for (const no of ['', ' ', '0', 'false', 'No', ' OFF ']) expect(holds('{{v}}', { v: no })).toBe(false);
    expect(holds('{{v}}')).toBe(false);
    expect(holds('not {{v}}')).toBe(true);
  });

  test.each([
    ["{{tier}} == 'gold'", true],
    ['{{tier}} == "silver"', false],
    ["{{tier}} != 'gold'", false],
    ['{{price}} == 9.50', true],
    ['{{price}} > 10', false],
    ['{{price}} <= 9.5', true],
    ["{{day}} >= '2026-01-01'", true],
    ['{{tier}} == {{same}}', true],
    ["{{tier|upper}} == 'GOLD'", true],
    ["'a' == {{nothing}} or {{price}} < 100", true],
  ])('compares: %s is %s', (text, expected) => {
    expect(holds(text, { tier: 'gold', same: 'gold', price: '9.5', day: '2026-03-31' })).toBe(expected);
  });

  test('compares numbers as numbers, and a blank with nothing', () => {
    expect(holds('{{n}} > 9', { n: '10' })).toBe(true);
    for (const operator of ['<', '>', '<=', '>=']) expect(holds(`{{n}} ${operator} 5`)).toBe(false);
    expect(holds("{{n}} == ''")).toBe(true);
  });

  test('binds not before and, and before or; parentheses group', () => {
    const values = { a: '1', b: '', c: '' };
    expect(holds('{{a}} or {{b}} and {{c}}', values)).toBe(true);
    expect(holds('({{a}} or {{b}}) and {{c}}', values)).toBe(false);
    expect(holds('not {{b}} and {{a}}', values)).toBe(true);
    expect(holds('NOT ({{a}} AND {{b}})', values)).toBe(true);
    expect(holds('not not {{a}}', values)).toBe(true);
  });

  test('never reads a value as a condition', () => {
    expect(holds("{{v}} == 'x'", { v: "' or 'x' == 'x" })).toBe(false);
    expect(holds("{{v}} == 'gold'", { v: '{{tier}}', tier: 'gold' })).toBe(false);
  });
});

describe('a condition is refused', () => {
  test.each([
    ['', 'must be true, false or a condition with a variable such as "{{member}}"'],
    ["'a' == 'a'", 'must be true, false or a condition with a variable such as "{{member}}"'],
    ['{{tier}} == gold', "has the bare word gold: write {{gold}} for a variable, 'gold' for a text"],
    ['{{a}} = 1', 'compares with ==, not with ='],
    ['{{a}} &', 'has a stray "&"'],
    ['{{a}} and', 'ends where a value is missing'],
    ['({{a}}', 'lacks a closing parenthesis'],
    ['{{a}} {{b}}', 'is not understood from "{{b}}" on'],
    ['{{a}} == 1 == 2', 'is not understood from "==" on'],
    ['> {{a}}', 'has ">" where a value should stand'],
    [`${'('.repeat(400)}{{a}}`, 'has too many parentheses inside each other'],
    [`{{a}}${' '.repeat(2_000)}`, 'is longer than 1000 characters'],
  ])('%s', (text, message) => {
    const parsed = conditionSchema.safeParse(text);
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
