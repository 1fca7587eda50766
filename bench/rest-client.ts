/** The few REST calls (`/api/external/v1`) that the benchmarks need. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaKind } from '../contract/render-work.ts';

export interface BulkJob {
  status: string;
  summary: { total: number; success: number; failed: number; pending: number };
}

const PATHS = {
  image: { templates: 'image-templates', jobs: 'image-bulk-jobs' },
  video: { templates: 'templates', jobs: 'bulk-jobs' },
} as const satisfies Record<MediaKind, object>;

export function createRestClient(url: string, key: string, kind: MediaKind = 'image') {
  const { templates, jobs } = PATHS[kind];
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const base = `${url}/api/external/v1`;

  return {
    async submit(templateId: string, body: string): Promise<string> {
      const answer = await fetch(`${base}/${templates}/${templateId}/bulk-generate/`, {
        method: 'POST',
        headers,
        body,
      });
      const text = await answer.text();
      if (answer.status !== 202)
        throw new Error(`The submission was answered ${answer.status}: ${text.slice(0, 300)}`);
      return JSON.parse(text).bulk_job_id;
    },
    async job(jobId: string): Promise<BulkJob> {
      const answer = await fetch(`${base}/${jobs}/${jobId}/status/`, { headers });
      if (!answer.ok) throw new Error(`The status was answered ${answer.status}`);
      return (await answer.json()) as BulkJob;
    },
    /** Waits for the end, calling back at each look. */
    async untilDone(
      jobId: string,
      onProgress: (job: BulkJob) => void = () => undefined,
      pauseMs: (waitedMs: number) => number = () => 500,
    ): Promise<BulkJob> {
      const started = performance.now();
      for (;;) {
        const job = await this.job(jobId);
        onProgress(job);
        if (job.status === 'done' || job.status === 'failed') return job;
        await sleep(pauseMs(performance.now() - started));
      }
    },
    async exportCsv(jobId: string): Promise<string> {
      const answer = await fetch(`${base}/${jobs}/${jobId}/export.csv`, { headers });
      if (!answer.ok) throw new Error(`The export was answered ${answer.status}`);
      return answer.text();
    },
  };
}
