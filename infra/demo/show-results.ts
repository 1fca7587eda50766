import { existsSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { outputKey } from '../../contract/object-keys.ts';
import type { Settings } from '../env.ts';
import { bold, cyan, dim } from '../terminal/colours.ts';
import type { Screen } from '../terminal/screen.ts';
import { createRestClient, exportPath, generatePath } from './rest-client.ts';
import type { Demo, DemoBatch } from './run-demo.ts';

const SHOWN_RESULTS = 3;

/** What the demo made and what to do next. The only place where the raw API key appears. */
export async function showResults({
  demo: { workspace, batches },
  settings,
  baseUrl,
  screen,
}: {
  demo: Demo;
  settings: Settings;
  baseUrl: string;
  screen: Screen;
}): Promise<void> {
  const { publicUrl, dataDir } = settings;
  const api = createRestClient(baseUrl, workspace.apiKey);
  const section = (title: string) => screen.line(`\n  ${bold(title)}`);
  const entry = (title: string, text: string) => screen.line(`    ${dim(title.padEnd(14))} ${text}`);

  for (const { template, jobId, rows, status } of batches) {
    section(`${template.name}: ${status.summary.success} of ${rows.length} rendered`);
    for (const row of rows.slice(0, SHOWN_RESULTS)) {
      const url = row.external_id ? await api.resultUrl(template.kind, jobId, row.external_id) : null;
      if (url) showResult(url, row.external_id!, dataDir, entry);
    }
    entry('all as CSV', `${publicUrl}${exportPath(template.kind, jobId)}`);
  }

  section('Your API key');
  screen.line(`    ${cyan(workspace.apiKey)}`);
  screen.line(
    dim('    Shown this once: only a hash of it is kept. Every request carries it, the CSV exports too.'),
  );

  section('Try it: one more row');
  const example = batches.find(({ template }) => template.kind === 'image') ?? batches[0];
  if (example) screen.line(indent(curlLine(example, publicUrl, workspace.apiKey)));
  section('Look around');
  entry('GraphiQL', `${publicUrl}/graphql`);
  entry('sign in', `${workspace.signInUrl} ${dim('(works once)')}`);
  entry('REST API', `${publicUrl}/api/external/v1/`);
}

function showResult(
  url: string,
  externalId: string,
  dataDir: string,
  entry: (title: string, text: string) => void,
): void {
  entry(externalId, url);
  const path = fileOf(url, dataDir);
  if (existsSync(path)) entry('', dim(relative(process.cwd(), path)));
}

/** Result URLs end in `/r/<row>/<attempt>/output.<extension>`. */
function fileOf(url: string, dataDir: string): string {
  const [rowId, attempt, file] = new URL(url).pathname.split('/').slice(-3);
  return join(dataDir, 'objects', outputKey(rowId!, Number(attempt), extname(file!).slice(1)));
}

function curlLine({ template, rows }: DemoBatch, publicUrl: string, apiKey: string): string {
  const body = JSON.stringify({ rows: rows.slice(0, 1) });
  return [
    `curl -X POST ${publicUrl}${generatePath(template.kind, template.id)} \\`,
    `  -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' \\`,
    `  -d '${body.replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
