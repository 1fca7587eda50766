/** A client of the documented REST contract that knows nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface RestAnswer<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

/** API §4.3 */
export interface Accepted {
  bulk_job_id: string;
  status: string;
  row_count: number;
  estimated_credits: string;
}

/** API §2.5 */
export interface BulkJob {
  bulk_job_id: string;
  status: 'pending' | 'processing' | 'dispatched' | 'done' | 'failed';
  summary: { total: number; success: number; failed: number; pending: number };
  csv_ready: boolean;
}

/** API §2.6, with the fields of both kinds. */
export interface Generation {
  generation_id: string;
  row_index: number;
  external_id: string;
  status: 'pending' | 'processing' | 'success' | 'failed';
  result_video_url?: string | null;
  result_image_url?: string | null;
  thumbnail_url?: string | null;
  error_message?: string | null;
}

export interface RestClient {
  get<Body>(path: string): Promise<RestAnswer<Body>>;
  post<Body>(path: string, body: unknown, headers?: Record<string, string>): Promise<RestAnswer<Body>>;
  /** Asks until a job is done or failed. `path` is the job's, such as `/bulk-jobs/ID`. */
  pollUntilTerminal(path: string, timeoutMs?: number): Promise<BulkJob>;
}

/** Paths are below `/api/external/v1`. JSON answers are parsed, others come as text. */
export function restClient(url: string, key: string): RestClient {
  async function ask<Body>(path: string, init: RequestInit = {}): Promise<RestAnswer<Body>> {
    const response = await fetch(`${url}/api/external/v1${path}`, {
      ...init,
      // A test that computes for seconds must not come back to a connection that the server has long closed.
      headers: { authorization: `Bearer ${key}`, connection: 'close', ...init.headers },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }

  return {
    get: (path) => ask(path),
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async pollUntilTerminal(path, timeoutMs = 120_000) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const { status, body } = await ask<BulkJob>(`${path}/status/`);
        if (status === 200 && ['done', 'failed'].includes(body.status)) return body;
        if (performance.now() > deadline)
          throw new Error(`${path} was not done after ${timeoutMs} ms: ${status} ${JSON.stringify(body)}`);
        await sleep(200);
      }
    },
  };
}
