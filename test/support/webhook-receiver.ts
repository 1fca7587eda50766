/** A customer's server that is told of finished batches: records what comes and answers as it was told to. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from './wait-for.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes, as text. */
  body: string;
  receivedAt: Date;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Answers this late; `Infinity` never answers. */
  delayMs?: number;
}

export interface WebhookReceiver {
  /** `http://127.0.0.1:PORT`: the sender must be allowed to reach it (OUTBOUND_ALLOW). */
  url: string;
  /** `127.0.0.1:PORT`, as OUTBOUND_ALLOW wants it. */
  host: string;
  requests: ReceivedRequest[];
  /** One answer per coming request; the last one stays. Without any, 200. */
  answerWith(...answers: ScriptedAnswer[]): void;
  /** Resolves when this many requests have come in all. */
  waitForRequests(count: number, timeoutMs?: number): Promise<ReceivedRequest[]>;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const requests: ReceivedRequest[] = [];
  let script: ScriptedAnswer[] = [{}];

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch (error) {
      response.destroy(error as Error);
      return;
    }
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
      receivedAt: new Date(),
    });
    answer(response, (script.length > 1 ? script.shift() : script[0]) ?? {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `http://${host}`,
    host,
    requests,
    answerWith: (...answers) => {
      script = answers;
    },
    waitForRequests: (count, timeoutMs = 20_000) =>
      waitFor(`${count} webhook requests`, () => requests.length >= count && requests, { timeoutMs }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(
  response: ServerResponse,
  { status = 200, headers = {}, body = '', delayMs = 0 }: ScriptedAnswer,
) {
  if (delayMs === Number.POSITIVE_INFINITY) return;
  setTimeout(() => response.writeHead(status, headers).end(body), delayMs).unref();
}
