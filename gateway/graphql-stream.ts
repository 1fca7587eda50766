/** Subscriptions over one connection, at /graphql/stream, after the GraphQL over Server-Sent Events protocol. */
import { useGraphQLSSE } from '@graphql-yoga/plugin-graphql-sse';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from '../runtime/logger.ts';

const PATH = '/graphql/stream';
/** Subscriptions are small; rows and files go to /graphql. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The plugin reads bodies of any size, tells nobody why a document is not valid, and answers what it does not expect with the
 * stack: here all of that becomes the usual JSON, with status 500 only for what is our fault.
 */
export function useGraphqlStream({ log }: { log: Logger }): Plugin {
  const stream: Plugin = useGraphQLSSE({ endpoint: PATH });
  return {
    ...stream,
    async onRequest(payload) {
      const refuse = (status: number, error: { message: string }) =>
        payload.endResponse(payload.fetchAPI.Response.json({ errors: [error] }, { status }));
      const refusal = isForStream(payload.request) ? bodyRefusal(payload.request) : null;
      if (refusal) return refuse(refusal.status, refusal);
      try {
        await stream.onRequest?.(payload);
      } catch (error) {
        if (error instanceof GraphQLError) return refuse(400, error);
        log.error({ err: error }, 'unexpected error in the API');
        refuse(500, { message: 'Unexpected error.' });
      }
    },
    onValidate: () => (done) => {
      const { request } = done.context as { request?: Request };
      if (!done.valid && request && isForStream(request)) throw done.result[0];
    },
  };
}

function isForStream({ url }: Request): boolean {
  return new URL(url).pathname === PATH;
}

function bodyRefusal({ method, headers }: Request): { status: number; message: string } | null {
  if (method !== 'POST') return null;
  // The plugin is content when the type holds these words somewhere, which another site's page can arrange without asking.
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? ''))
    return { status: 415, message: 'The Content-Type must be application/json' };
  const length = headers.get('content-length');
  if (length === null) return { status: 411, message: 'The request must say its Content-Length' };
  if (Number(length) > MAX_BODY_BYTES)
    return { status: 413, message: `The body is larger than ${MAX_BODY_BYTES} bytes; send it to /graphql` };
  return null;
}
