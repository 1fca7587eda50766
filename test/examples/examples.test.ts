import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import type { Template } from '../../contract/template/template.ts';
import { assetName } from '../../contract/template/values.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';

const FOLDER = join(repositoryRoot, 'examples');
const EXAMPLES = [
  'certificate',
  'social-card',
  'catalogue-promo',
  'greeting',
  'story',
  'slideshow',
  'news',
  'film',
  'welcome-board',
];

describe.each(EXAMPLES)('the example %s', (name) => {
  const template = readTemplate(name);
  const variables = templateVariables(template).map((variable) => variable.name);
  const sheets = ['rows.csv', 'rows-edge.csv'].map((file) => readSheet(name, file));
  const rows = sheets.flatMap((sheet) => sheet.rows);

  it('has sheets whose columns are external_id and its variables in their order', () => {
    expect(sheets.map((sheet) => sheet.header)).toEqual([
      ['external_id', ...variables],
      ['external_id', ...variables],
    ]);
  });

  it('has 12 to 40 rows, and one each that is golden, blank and at its worst', () => {
    const [sample, edge] = sheets.map((sheet) => sheet.rows);
    expect(sample?.length).toBeGreaterThanOrEqual(12);
    expect(sample?.length).toBeLessThanOrEqual(40);
    expect(edge?.map((row) => row.external_id)).toEqual(['golden', 'all-blank', 'worst-case']);
    expect(Object.values(edge?.[1] ?? {}).filter((value) => value !== '')).toEqual(['all-blank']);
  });

  it('identifies each of its sample rows', () => {
    const ids = sheets[0]?.rows.map((row) => row.external_id);
    expect(new Set(ids).size).toBe(ids?.length);
  });

  it('fills with each of its rows', () => {
    for (const row of rows)
      expect(() => fillTemplate(template, new Map(Object.entries(row))), row.external_id).not.toThrow();
  });

  it('says an example for each variable', () => {
    expect(templateVariables(template).filter(({ exampleValue }) => exampleValue === '')).toEqual([]);
  });

  it('brings the media that it and its rows name, and no others', () => {
    const named = [...assetsIn(template), ...assetsIn(rows)];
    const brought = mediaOf(name).map((file) => `${name}/${file}`);
    expect([...new Set(named)].sort()).toEqual(brought.sort());
  });
});

it('keeps the media of all examples below 6 MB', () => {
  const bytes = EXAMPLES.flatMap((name) => {
    return mediaOf(name).map((file) => statSync(join(FOLDER, name, 'media', file)).size);
  });
  expect(bytes.reduce((total, size) => total + size, 0)).toBeLessThan(6_000_000);
});

/** File names; none for an example that needs no media. */
function mediaOf(name: string): string[] {
  const folder = join(FOLDER, name, 'media');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** @throws when the template has faults: then the example is wrong, whatever else is tested. */
function readTemplate(name: string): Template {
  const lint = lintTemplate(JSON.parse(readFileSync(join(FOLDER, name, 'template.json'), 'utf8')));
  if (!lint.ok) throw new Error(`examples/${name} has faults: ${JSON.stringify(lint.faults)}`);
  return lint.template;
}

function readSheet(name: string, file: string): { header: string[]; rows: Record<string, string>[] } {
  const [header = [], ...records]: string[][] = parse(readFileSync(join(FOLDER, name, file)));
  const rows = records.map((record) =>
    Object.fromEntries(header.map((column, index) => [column, record[index] ?? ''])),
  );
  return { header, rows };
}

/** Names of the assets that stand anywhere in a document or in rows. */
function assetsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const name = assetName(value);
    return name === null ? [] : [name];
  }
  return value && typeof value === 'object' ? Object.values(value).flatMap(assetsIn) : [];
}
