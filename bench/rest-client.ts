/** The few REST calls (`/api/external/v1`) that the benchmarks need. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface BulkJob {
  status: string;
  summary: { total: number; success: number; failed: number; pending: number };
}

export function createRestClient(url: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const base = `${url}/api/external/v1`;

  return {
    async submitImages(templateId: string, body: string): Promise<string> {
      const answer = await fetch(`${base}/image-templates/${templateId}/bulk-generate/`, {
        method: 'POST',
        headers,
        body,
      });
      const text = await answer.text();
      if (answer.status !== 202)
        throw new Error(`The submission was answered ${answer.status}: ${text.slice(0, 300)}`);
      return JSON.parse(text).bulk_job_id;
    },
    async imageJob(jobId: string): Promise<BulkJob> {
      const answer = await fetch(`${base}/image-bulk-jobs/${jobId}/status/`, { headers });
      if (!answer.ok) throw new Error(`The status was answered ${answer.status}`);
      return (await answer.json()) as BulkJob;
    },
    /** Waits for the end, calling back at each look. */
    async untilImagesDone(jobId: string, onProgress: (job: BulkJob) => void): Promise<BulkJob> {
      for (;;) {
        const job = await this.imageJob(jobId);
        onProgress(job);
        if (job.status === 'done' || job.status === 'failed') return job;
        await sleep(500);
      }
    },
    async imageExport(jobId: string): Promise<string> {
      const answer = await fetch(`${base}/image-bulk-jobs/${jobId}/export.csv`, { headers });
      if (!answer.ok) throw new Error(`The export was answered ${answer.status}`);
      return answer.text();
    },
  };
}
