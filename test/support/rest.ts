/** A client of the documented REST contract that knows nothing else. */
import { setTimeout as sleep } from 'node:timers/promises';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever the documented body holds.
type Body = any;

export interface RestAnswer {
  status: number;
  body: Body;
  headers: Headers;
}

export interface RestClient {
  get(path: string): Promise<RestAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
  /** Asks for a batch's status until it is done or failed; returns the last body. `path` ends with the job's id. */
  pollUntilTerminal(path: string, timeoutMs?: number): Promise<Body>;
}

/** `path` is below `/api/external/v1`. JSON answers are parsed, others come as text. */
export function restClient(url: string, key: string): RestClient {
  async function ask(path: string, init: RequestInit = {}): Promise<RestAnswer> {
    const response = await fetch(`${url}/api/external/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, ...init.headers },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  }
  const get = (path: string) => ask(path);

  return {
    get,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    async pollUntilTerminal(path, timeoutMs = 120_000) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const { status, body } = await get(`${path}/status/`);
        if (status === 200 && ['done', 'failed'].includes(body.status)) return body;
        if (performance.now() > deadline)
          throw new Error(`${path} was not done after ${timeoutMs} ms: ${status} ${JSON.stringify(body)}`);
        await sleep(200);
      }
    },
  };
}
