import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../playground/rows/read-csv.ts';

const read = (text: string | Uint8Array) =>
  readCsv(typeof text === 'string' ? Buffer.from(text) : text, 'rows.csv');

describe('a sheet', () => {
  it('is rows of values by the names in its first line', () => {
    expect(read('external_id,name,city\na-1,Ada,Lisbon\na-2,Bo,\n')).toEqual({
      columns: ['name', 'city'],
      rows: [
        { number: 1, externalId: 'a-1', values: { name: 'Ada', city: 'Lisbon' } },
        { number: 2, externalId: 'a-2', values: { name: 'Bo' } },
      ],
    });
  });

  it('may be separated by commas, semicolons, tabs or bars, also inside of quotes', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const sheet = read(
        ['name', '"a, b; c | d"', 'city']
          .join(delimiter)
          .concat('\n', ['Ada', '"1\n2"', 'X'].join(delimiter)),
      );
      expect(sheet.rows[0]?.values).toEqual({ name: 'Ada', 'a, b; c | d': '1\n2', city: 'X' });
    }
  });

  it('may name its separator in a first line of its own, as Excel does', () => {
    expect(read('sep=;\r\nname;city\r\nAda;"a,b"\r\n').rows[0]?.values).toEqual({ name: 'Ada', city: 'a,b' });
  });

  it('is trimmed in its header alone', () => {
    expect(read(' First Name ; city\n Ada ;x').rows[0]?.values).toEqual({ 'First Name': ' Ada ', city: 'x' });
  });

  it('may end its lines as any system does, and have blank ones', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(read(['name', 'Ada', '', 'Bo', ','].join(end)).rows.map(({ values }) => values.name)).toEqual([
        'Ada',
        'Bo',
      ]);
  });

  it('may have names that objects have themselves', () => {
    expect(read('constructor,toString\na,b').rows[0]?.values).toEqual({ constructor: 'a', toString: 'b' });
  });
});

describe('the encoding of a sheet', () => {
  const text = 'näme,city\nŁukasz,Kraków\n';
  const utf16 = (mark: boolean) => Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16', utf16(true)],
    ['UTF-16 without a byte order mark', utf16(false)],
    ['big-endian UTF-16', Buffer.from(utf16(true)).swap16()],
  ])('may be %s', (_, bytes) => {
    expect(read(bytes)).toMatchObject({
      columns: ['näme', 'city'],
      rows: [{ values: { näme: 'Łukasz', city: 'Kraków' } }],
    });
  });

  it('may be Windows-1252', () => {
    const bytes = Buffer.from('name;price\nJosé;\x80 3', 'latin1');
    expect(read(bytes).rows[0]?.values).toEqual({ name: 'José', price: '€ 3' });
  });
});

describe('a faulty sheet', () => {
  it.each([
    ['', 'rows.csv is empty: its first line must name the variables.'],
    ['name,name\na,b', 'rows.csv, line 1: two columns are called "name". Rename one.'],
    [
      'name,city\nAda,Lisbon\nBo,Oslo,Norway\n',
      'rows.csv, line 3: there are 3 cells for 2 columns. Put a cell that holds the delimiter into quotation marks.',
    ],
    ['name,city\nAda,Lisbon\nBo,"Oslo\nCy,Bern\n', /^rows\.csv, line \d: a quotation mark is not closed/],
  ])('is refused with the line: %j', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
