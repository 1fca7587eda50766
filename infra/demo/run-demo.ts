import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import type { Screen } from '../terminal/screen.ts';
import type { AdminCommand } from './admin-command.ts';
import { createDemoWorkspace, type DemoTemplate, type DemoWorkspace } from './create-demo-workspace.ts';
import { type BatchStatus, createRestClient, type RestClient, type RowValues } from './rest-client.ts';
import { showProgress } from './show-progress.ts';

export interface DemoBatch {
  jobId: string;
  template: DemoTemplate;
  rows: RowValues[];
  status: BatchStatus;
}

export interface Demo {
  workspace: DemoWorkspace;
  batches: DemoBatch[];
}

/** One batch of images and one of videos. */
const EXAMPLES = ['certificate', 'catalogue-promo'];
const POLL_MS = 400;

/** A first instance is filled as a newcomer would fill it: workspace by the admin CLI, batches by the REST API. */
export async function runDemo({
  admin,
  begun,
  baseUrl,
  screen,
  stopping,
}: {
  admin: AdminCommand;
  /** Id of the workspace of a demo that was stopped before its end. */
  begun: string | undefined;
  baseUrl: string;
  screen: Screen;
  stopping: AbortSignal;
}): Promise<Demo> {
  const workspace = await createDemoWorkspace(admin, begun);
  screen.done('Demo', `workspace with ${workspace.templates.length} templates, an API key and credits`);
  const api = createRestClient(baseUrl, workspace.apiKey);
  const batches: DemoBatch[] = [];
  for (const example of EXAMPLES) {
    const template = workspace.templates.find((candidate) => candidate.example === example);
    if (!template) continue;
    const rows = readRows(example);
    const jobId = await api.submit(template.kind, template.id, {
      rows,
      batch_name: `Demo: ${template.name}`,
    });
    batches.push({ jobId, template, rows, status: await api.batchStatus(template.kind, jobId) });
  }
  screen.line('\n  Two batches were submitted through the REST API, each row becomes one file:\n');
  await followBatches(api, batches, screen, stopping);
  return { workspace, batches };
}

function readRows(example: string): RowValues[] {
  const file = readFileSync(join(repositoryRoot, 'examples', example, 'rows.csv'));
  return parse(file, { columns: true, bom: true, skip_empty_lines: true });
}

async function followBatches(
  api: RestClient,
  batches: DemoBatch[],
  screen: Screen,
  stopping: AbortSignal,
): Promise<void> {
  const progress = showProgress(
    batches.map(({ template, rows }) => ({ title: template.name, total: rows.length })),
    screen,
  );
  try {
    while (batches.some(({ status }) => !isOver(status))) {
      await sleep(POLL_MS, undefined, { signal: stopping });
      for (const [index, batch] of batches.entries()) {
        if (!isOver(batch.status)) batch.status = await api.batchStatus(batch.template.kind, batch.jobId);
        progress.update(index, batch.status);
      }
    }
  } finally {
    progress.stop();
  }
}

function isOver({ status }: BatchStatus): boolean {
  return status === 'done' || status === 'failed';
}
