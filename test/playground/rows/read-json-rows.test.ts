import { expect, it } from 'vitest';
import { readJsonRows } from '../../../playground/rows/read-json-rows.ts';

const read = (content: unknown) => readJsonRows(JSON.stringify(content), 'rows.json');

it('reads a list of rows and a body of the API alike', () => {
  const rows = [
    { external_id: 7, name: 'Ada', vip: true, city: null },
    { name: '', age: 3.5 },
  ];
  const sheet = {
    columns: ['name', 'vip', 'city', 'age'],
    rows: [
      { number: 1, externalId: '7', values: { name: 'Ada', vip: 'true' } },
      { number: 2, externalId: null, values: { age: '3.5' } },
    ],
  };
  expect(read(rows)).toEqual(sheet);
  expect(read({ rows })).toEqual(sheet);
});

it('names the row and the key that are wrong', () => {
  expect(() => read([{}, { name: ['a'] }])).toThrow(
    'rows.json, row 2, name: must be a text, a number, true, false or null.',
  );
  expect(() => read([{}, 'Ada'])).toThrow('rows.json, row 2: is no object such as {"name": "Ada"}.');
  expect(() => read({ name: 'Ada' })).toThrow('rows.json must hold a list of rows');
  expect(() => readJsonRows('[{', 'rows.json')).toThrow('rows.json is no JSON');
});
