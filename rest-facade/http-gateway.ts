import { Agent, type Dispatcher } from 'undici';
import {
  type Download,
  type Execute,
  GatewayFailed,
  GatewayUnavailable,
  type GraphqlResponse,
} from './gateway-client.ts';

/** A gateway in another process, spoken to over HTTP. */
export interface HttpGateway {
  execute: Execute;
  download: Download;
  /** Whether the gateway says that it is ready. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** The request was certainly not received: it may be sent again. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** `url` is the gateway's, without a slash at its end. */
export function createHttpGateway(url: string): HttpGateway {
  const agent = new Agent({ connect: { timeout: 3_000 }, headersTimeout: 120_000, keepAliveTimeout: 4_000 });

  async function send(path: string, options: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>) {
    try {
      return await agent.request({ ...options, origin: url, path });
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (NOT_SENT.has(code))
        throw new GatewayUnavailable(`Nothing answers at GATEWAY_URL (${url}): is the gateway running?`, {
          cause: error,
        });
      throw new GatewayFailed('The connection to the gateway broke', { cause: error });
    }
  }

  return {
    async execute({ query, variables, authorization, signal }) {
      const response = await send('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: JSON.stringify({ query, variables }),
        signal,
      });
      return { status: response.statusCode, body: await readBody(response) };
    },
    async download(fileUrl) {
      // The URL is the public one; the gateway is asked where this process reaches it.
      const { pathname, search } = new URL(fileUrl);
      const response = await send(`${pathname}${search}`, { method: 'GET' });
      return { status: response.statusCode, body: response.body };
    },
    async isReady() {
      try {
        const response = await send('/readyz', { method: 'GET', signal: AbortSignal.timeout(2_000) });
        await response.body.dump();
        return response.statusCode === 200;
      } catch (error) {
        if (error instanceof GatewayUnavailable || error instanceof GatewayFailed) return false;
        throw error;
      }
    },
    close: () => agent.close(),
  };
}

async function readBody({ statusCode, body }: Dispatcher.ResponseData): Promise<GraphqlResponse['body']> {
  const text = await body.text();
  try {
    return JSON.parse(text) as GraphqlResponse['body'];
  } catch (error) {
    // A proxy in between may answer with a page of its own.
    throw statusCode === 502 || statusCode === 503 || statusCode === 504
      ? new GatewayUnavailable(`The way to the gateway answered ${statusCode}`, { cause: error })
      : new GatewayFailed(`The gateway answered ${statusCode} without JSON`, { cause: error });
  }
}
