import { describe, expect, it } from 'vitest';
import { type BatchBody, createBatchBodyParser } from '../../../rest-facade/body/batch-body-parser.ts';

function parse(body: string | Uint8Array, chunkBytes = Number.POSITIVE_INFINITY): BatchBody {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const parser = createBatchBodyParser();
  for (let at = 0; at < bytes.length; at += chunkBytes) parser.write(bytes.subarray(at, at + chunkBytes));
  return parser.end();
}

const bodies = [
  '{}',
  ' \n{ "rows" : [ ] } ',
  '{"rows":[{}]}',
  '{"rows":[{"name":"Ada","link":"https://a.example/?q={[,:]}"},{"name":"\\"}],{\\\\"}],"batch_name":"x"}',
  '{"batch_name":"\\u00e9\\ud83d\\ude00 é😀","rows":[{"k":"é😀漢"}],"csv_url":{"a":[1,{"b":[]}]}}',
  '{"rows":[{"a":"1"}],"rows":[{"a":"2"}]}',
  '{"rows":[{"a":"1","a":"2"}]}',
  '{"rows":[true,null,"x",{}]}',
  '{"rows":"[]"}',
  '{"rows":{}}',
  '{"rows":0}',
  '{"r\\u006fws":[{"a":"b"}]}',
  '{"batch_name":null}',
  '{"batch_name":12.50}',
];

describe.each([1, 2, 7, 64, Number.POSITIVE_INFINITY])('in chunks of %s bytes', (chunkBytes) => {
  it.each(bodies)('reads %s as JSON.parse does', (body) => {
    const { rows, batch_name } = JSON.parse(body) as Record<string, unknown>;

    expect(parse(body, chunkBytes)).toEqual({ rows, batchName: batch_name });
  });

  it('skips a byte order mark', () => {
    expect(parse('\uFEFF{"rows":[{"a":"\uFEFFb"}]}', chunkBytes).rows).toEqual([{ a: '\uFEFFb' }]);
  });

  it('keeps numbers in rows as their JSON text', () => {
    const body =
      '{"rows":[{"a":1.10,"b":1e21,"c":12345678901234567890,"d":"-1.0, \\"2","e":true,"external_id":7}]}';

    expect(parse(body, chunkBytes).rows).toEqual([
      { a: '1.10', b: '1e21', c: '12345678901234567890', d: '-1.0, "2', e: true, external_id: '7' },
    ]);
  });
});

it.each(['', '  \r\n\t', '[]', '[{}]', 'null', '"x"', '1', '[{"rows":[{}]}]'])(
  'finds no rows in %j',
  (body) => {
    expect(parse(body)).toEqual({ rows: undefined, batchName: undefined });
  },
);

it.each([
  '{',
  '}',
  '{"rows"',
  '{"rows":',
  '{"rows":[',
  '{"rows":[{}',
  '{"rows":[{}]',
  '{"rows":[{}]}}',
  '{"rows":[{}]} x',
  '{"rows":[{}]}{}',
  'x{"rows":[{}]}',
  '{"rows":[{},]}',
  '{"rows":[,{}]}',
  '{"rows":[,]}',
  '{"rows":[{}}',
  '{"rows":[{}:{}]}',
  '{"rows":[{]]}',
  '{"rows":[{}] 1}',
  '{"rows":1 [{}]}',
  '{"rows":[{"a":01}]}',
  '{"rows":[{"a":+1}]}',
  "{'rows':[{}]}",
  '{rows:[{}]}',
  '{"rows":[{}],}',
  '{,"rows":[{}]}',
  '{"rows"}',
  '{"rows" "x":[{}]}',
  '{"a":{"rows":[}}',
  '{1:[{}]}',
  '{"rows":[{}],"x":tru}',
  '{"rows":[{}]]',
  '[',
  '[{]',
  'rows=1',
  '{"rows":[{"a":"\u0001"}]}',
])('refuses %j as broken JSON', (body) => {
  expect(() => parse(body)).toThrow('is not valid JSON');
  expect(() => parse(body, 1)).toThrow('is not valid JSON');
});

it('says which row is broken', () => {
  expect(() => parse('{"rows":[{},{},{"a":b}]}')).toThrow('rows[2] is not valid JSON');
});

it('refuses bytes that are not UTF-8', () => {
  expect(() => parse(Buffer.from('{"rows":[{"a":"é"}]}', 'latin1'))).toThrow('rows[0] is not valid JSON');
});

it('stops when one row more than 20,000 has been counted', () => {
  const rows = Array.from({ length: 20_000 }, () => '{}').join(',');
  expect(parse(`{"rows":[${rows}]}`).rows).toHaveLength(20_000);

  const parser = createBatchBodyParser();
  parser.write(Buffer.from(`{"rows":[${rows}`));
  expect(() => parser.write(Buffer.from(',{},'))).toThrow('rows exceeds the maximum of 20000 per batch');
});

it('keeps a key named __proto__ as an ordinary one', () => {
  const [row] = parse('{"rows":[{"__proto__":"x","n":1}],"__proto__":{"rows":[]}}').rows as object[];

  expect(Object.entries(row as object)).toEqual([
    ['__proto__', 'x'],
    ['n', '1'],
  ]);
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
});

it('survives a value nested 100,000 levels deep and drops what is in it', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

  expect(parse(`{"rows":[{"a":${deep}}]}`).rows).toEqual([{ a: [] }]);
  expect(
    parse(`{"rows":${deep.replaceAll('[', '{"a":').replaceAll(']', '}').replace('{"a":}', '{}')}}`).rows,
  ).toEqual({});
});

it('refuses a row that goes on for ever', () => {
  const parser = createBatchBodyParser();
  parser.write(Buffer.from('{"rows":[{},{"a":"'));

  expect(() => {
    for (;;) parser.write(Buffer.alloc(64 * 1024, 'a'));
  }).toThrow('rows[1] takes more than 2097152 bytes of JSON');
});
