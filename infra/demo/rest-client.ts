/** The service as its clients see it: the documented REST API, over HTTP. */
import type { MediaKind } from '../../contract/render-work.ts';

export type RowValues = Record<string, string>;

export interface BatchStatus {
  status: 'pending' | 'processing' | 'dispatched' | 'done' | 'failed';
  summary: { total: number; success: number; failed: number; pending: number };
}

export interface RestClient {
  submit(
    kind: MediaKind,
    templateId: string,
    body: { rows: RowValues[]; batch_name: string },
  ): Promise<string>;
  batchStatus(kind: MediaKind, jobId: string): Promise<BatchStatus>;
  /** The URL of a row's result, or null when it failed. */
  resultUrl(kind: MediaKind, jobId: string, externalId: string): Promise<string | null>;
}

/** How each kind's paths and fields are called. */
const PATHS = {
  video: { templates: 'templates', jobs: 'bulk-jobs', result: 'result_video_url' },
  image: { templates: 'image-templates', jobs: 'image-bulk-jobs', result: 'result_image_url' },
} as const;

export const generatePath = (kind: MediaKind, templateId: string) =>
  `/api/external/v1/${PATHS[kind].templates}/${templateId}/bulk-generate/`;
export const exportPath = (kind: MediaKind, jobId: string) =>
  `/api/external/v1/${PATHS[kind].jobs}/${jobId}/export.csv`;

export function createRestClient(baseUrl: string, apiKey: string): RestClient {
  async function call<Body>(path: string, body?: unknown): Promise<Body> {
    const response = await fetch(baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Body;
  }

  return {
    async submit(kind, templateId, body) {
      return (await call<{ bulk_job_id: string }>(generatePath(kind, templateId), body)).bulk_job_id;
    },
    batchStatus: (kind, jobId) => call(`/api/external/v1/${PATHS[kind].jobs}/${jobId}/status/`),
    async resultUrl(kind, jobId, externalId) {
      const path = `/api/external/v1/${PATHS[kind].jobs}/${jobId}/generations/${encodeURIComponent(externalId)}/status/`;
      return (await call<Record<string, string | null>>(path))[PATHS[kind].result] ?? null;
    },
  };
}
