import { describe, expect, test } from 'vitest';
import { FilterFailure } from '../../../contract/template/filters.ts';
import { fillPlaceholders, filterFaults, placeholderNames } from '../../../contract/template/placeholders.ts';

const filled = (filters: string, value: string) =>
  fillPlaceholders(`{{v|${filters}}}`, new Map([['v', value]]));

describe('a filter', () => {
  test.each([
    ['upper', 'straße é', 'STRASSE É'],
    ['lower', 'ÀB', 'àb'],
    ['title', "ada LOVELACE-king o'neil", "Ada Lovelace-king O'neil"],
    ['trim', '  a b ', 'a b'],
    ['truncate:5', 'Lisbon', 'Lisb…'],
    ['truncate:6', 'Lisbon', 'Lisbon'],
    ['truncate:3', '👩‍👩‍👧👍🏽🇵🇹é', '👩‍👩‍👧👍🏽…'],
    ['number:"0,0.00"', '1234.5', '1,234.50'],
    ['number:"0.0,00"', '-1234567.895', '-1.234.567,90'],
    ['number:"0 0,00"', '1234.5', '1 234,50'],
    ['number:"0.0"', '2.25', '2.3'],
    ['number:"0"', '1234.5', '1235'],
    ['number', '1234567', '1,234,567'],
    ['number:"0,0.00"', '12345678901234567890.125', '12,345,678,901,234,567,890.13'],
    ['currency:"USD"', '1234.5', '$1,234.50'],
    ['currency:"JPY"', '1234.5', '¥1,235'],
    ['date:"D MMM YYYY"', '2026-03-01', '1 Mar 2026'],
    ['date:"dddd, DD/MM/YY [at] h:mm A"', '2026-03-31T15:04:05Z', 'Tuesday, 31/03/26 at 3:04 PM'],
    ['trim | upper | truncate:2', '  abc ', 'A…'],
  ])('%s makes of %j: %j', (filter, value, expected) => {
    expect(filterFaults(`{{v|${filter}}}`)).toEqual([]);
    expect(filled(filter, value)).toBe(expected);
  });

  test('leaves a blank blank, whatever it would make of a value', () => {
    for (const filter of ['upper', 'number', 'currency:"USD"', 'date:"D"', 'truncate:1'])
      for (const blank of ['', '  ']) expect(filled(filter, blank)).toBe('');
    expect(fillPlaceholders('Hi {{name|upper}}!', new Map())).toBe('Hi !');
  });

  test.each([
    ['number', '12,5', '"12,5" is not a number such as 1234.5'],
    ['currency:"USD"', '9 EUR', '"9 EUR" is not a number such as 1234.5'],
    ['number', '9'.repeat(100), `"${'9'.repeat(39)}…" is not a number such as 1234.5`],
    ['date:"D MMM"', '31.03.2026', '"31.03.2026" is not a date such as 2026-03-31'],
    ['date:"D MMM"', '2026-02-30', '"2026-02-30" is not a date such as 2026-03-31'],
  ])('%s refuses %j', (filter, value, message) => {
    expect(() => filled(filter, value)).toThrow(new FilterFailure('v', message));
  });

  test('sees no braces of a value, and its own are no name', () => {
    expect(filled('upper', '{{other}}')).toBe('{{OTHER}}');
    expect(placeholderNames('{{First Name | upper}} {{First Name}}')).toEqual(['First Name']);
  });
});

test.each([
  [
    'shout',
    'there is no filter "shout"; there are upper, lower, title, trim, truncate, number, currency, date',
  ],
  [
    'constructor',
    'there is no filter "constructor"; there are upper, lower, title, trim, truncate, number, currency, date',
  ],
  ['truncate', 'truncate takes a number of letters: truncate:20'],
  ['number:"#"', 'number takes a pattern such as number:"0,0.00" (also "0.0,00" and "0 0,00")'],
  ['currency', 'currency takes a code of three letters: currency:"USD"'],
  ['date', 'date takes a pattern: date:"D MMM YYYY"'],
  ['upper:1', 'this filter takes nothing after a colon'],
])('the filter %s is a fault of the template', (filter, message) => {
  expect(filterFaults(`x {{v|${filter}}}`)).toEqual([message]);
});
