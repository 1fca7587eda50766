/** A client of the REST API, written from its document alone: nothing but `fetch`. Copy it into your own project. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Kind = 'TEMPLATE' | 'IMAGE_TEMPLATE';
export type Row = Record<string, string | number | boolean | null>;

export interface Template {
  template_id: string;
  name: string;
  aspect_ratio: string;
  thumbnail_url: string;
  sample_csv_url: string | null;
  created: string;
  modified: string;
  /** Video templates only. */
  scene_count?: number;
  estimated_credits?: string;
}

export interface TemplateSchema {
  template_id: string;
  name: string;
  variables: { name: string; example_value: string }[];
  bulk_generate: { method: 'POST'; path: string; body: { rows: Row[]; batch_name: string } };
  /** Image templates only. */
  credits_per_row?: string;
}

export interface AcceptedJob {
  bulk_job_id: string;
  status: 'pending';
  row_count: number;
  estimated_credits: string;
}

export interface Job {
  bulk_job_id: string;
  status: 'pending' | 'processing' | 'dispatched' | 'done' | 'failed';
  batch_name: string | null;
  created: string;
  modified: string;
  summary: { total: number; success: number; failed: number; pending: number };
  csv_ready: boolean;
}

export interface Generation {
  generation_id: string;
  row_index: number;
  external_id: string;
  status: 'pending' | 'processing' | 'success' | 'failed';
  created: string;
  modified: string;
  /** Image rows only. */
  output_type?: 'image';
  result_image_url?: string | null;
  /** Video rows only. */
  result_video_url?: string | null;
  thumbnail_url?: string | null;
  error_message?: string | null;
}

export interface Webhook {
  endpoint_id: string;
  target_url: string;
  is_active: boolean;
  created: string;
}

/** An answer other than 2xx; `body` is what the document lists for it. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { error: string } & Record<string, unknown>;

  constructor(status: number, body: { error: string } & Record<string, unknown>) {
    super(`${status}: ${body.error}`);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

export type RestClient = ReturnType<typeof createRestClient>;

/** `baseUrl` without a path, such as `http://localhost:4000`. Every call throws ApiError when the answer is not 2xx. */
export function createRestClient(baseUrl: string, apiKey: string) {
  const jobs = (kind: Kind) => (kind === 'TEMPLATE' ? 'bulk-jobs' : 'image-bulk-jobs');

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(path, baseUrl), {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...init.headers },
    });
    if (response.ok) return response;
    throw new ApiError(response.status, (await response.json()) as ApiError['body']);
  }

  async function call<Body>(path: string, init?: RequestInit): Promise<Body> {
    const response = await send(`/api/external/v1${path}`, init);
    return (await response.json()) as Body;
  }

  return {
    /** All templates of one kind, page after page. */
    async *templates(kind: Kind): AsyncGenerator<Template> {
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await call<{ templates: Template[]; pagination: { total_pages: number } }>(
          `/templates/?type=${kind}&page=${page}&page_size=100`,
        );
        pages = list.pagination.total_pages;
        yield* list.templates;
      }
    },

    schema: (kind: Kind, templateId: string) =>
      call<TemplateSchema>(`/templates/${templateId}/schema/?type=${kind}`),

    /** `path` is the schema's `bulk_generate.path`. With the same idempotency key a repeated call is charged once. */
    async generate(
      path: string,
      rows: Row[],
      batchName: string,
      idempotencyKey: string,
    ): Promise<AcceptedJob> {
      const response = await send(path, {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ rows, batch_name: batchName }),
      });
      return (await response.json()) as AcceptedJob;
    },

    /** Polls until the job is done or failed. */
    async finished(kind: Kind, jobId: string, onProgress?: (job: Job) => void): Promise<Job> {
      for (;;) {
        const job = await call<Job>(`/${jobs(kind)}/${jobId}/status/`);
        onProgress?.(job);
        if (job.status === 'done' || job.status === 'failed') return job;
        await sleep(1_000);
      }
    },

    generation: (kind: Kind, jobId: string, externalId: string) =>
      call<Generation>(`/${jobs(kind)}/${jobId}/generations/${encodeURIComponent(externalId)}/status/`),

    async csv(kind: Kind, jobId: string): Promise<string> {
      const response = await send(`/api/external/v1/${jobs(kind)}/${jobId}/export.csv`);
      return response.text();
    },

    /** `secret` comes this once: keep it to verify deliveries. */
    createWebhook: (targetUrl: string) =>
      call<{ webhook: Webhook; secret: string }>('/webhooks/', {
        method: 'POST',
        body: JSON.stringify({ target_url: targetUrl }),
      }),
  };
}
