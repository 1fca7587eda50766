export interface Answer {
  status: number;
  headers: Headers;
  /** The body byte for byte: key order is part of the contract. */
  text: string;
}

export interface CallOptions extends Omit<RequestInit, 'headers' | 'body'> {
  /** null sends no Authorization header. */
  key: string | null;
  headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  body?: object | string | Uint8Array | ReadableStream;
}

/** One call below `/api/external/v1`; redirects are not followed, because there are none. */
export async function call(url: string, path: string, { key, body, ...init }: CallOptions): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream;
  const response = await fetch(`${url}/api/external/v1${path}`, {
    redirect: 'manual',
    method: body === undefined ? 'GET' : 'POST',
    ...init,
    ...(body === undefined
      ? {}
      : { body: isRaw ? (body as BodyInit) : JSON.stringify(body), duplex: 'half' }),
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...init.headers,
    },
  } as RequestInit);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Status and body of an answer that was expected to be JSON, for whole comparisons. */
export function json({ status, headers, text }: Answer): [status: number, body: string] {
  const type = headers.get('content-type');
  if (type !== 'application/json; charset=utf-8') throw new Error(`Answered ${status} with ${type}: ${text}`);
  return [status, text];
}

/** What `json` shows for this status and these fields in this order. */
export function answer(status: number, body: object): [status: number, body: string] {
  return [status, JSON.stringify(body)];
}
