/** GraphQL over HTTP: queries and mutations, subscriptions as server-sent events, GraphiQL for people. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { PothosValidationError } from '@pothos/core';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, maskError as maskUnknown, type Plugin } from 'graphql-yoga';
import { type Context, createContext } from './context.ts';
import { isDatabaseUnreachable } from './db/is-database-unreachable.ts';
import { useGraphqlLimits } from './graphql-limits.ts';
import { useGraphqlStream } from './graphql-stream.ts';
import { schema } from './schema.ts';

const WELCOME_QUERY = `# Signed in through a link, GraphiQL asks as you.
# With an API key, put it under "Headers" below:
#   { "Authorization": "Bearer YOUR_KEY" }

query Overview {
  workspace {
    name
    balance
  }
  templates(kind: IMAGE) {
    items {
      id
      name
      creditsPerRow
      variables {
        name
        exampleValue
      }
    }
  }
  batches(first: 5) {
    edges {
      node {
        id
        state
        counts {
          total
          succeeded
          failed
          pending
        }
      }
    }
  }
}

# Watch a batch live: take an id from above.
# subscription Watch {
#   batchProgress(batchId: "...") {
#     batch { state counts { succeeded failed pending } }
#     etaSeconds
#   }
# }
`;

/** Room for the largest asset and for 20,000 rows with long values. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

/** Another site's page cannot make a browser send it, so a session's cookie alone carries no request. */
const CSRF_HEADER = 'x-graphql-yoga-csrf';

type Services = Pick<Context, 'deps' | 'changes' | 'wakeDispatch'>;

interface Operation {
  query: string;
  variables: object;
}

export interface GraphqlServer {
  /** Answers requests below `/graphql`. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /**
   * Runs one operation for a caller in this process, as a POST would. Twenty thousand rows need not become JSON and be parsed
   * again for that.
   */
  execute(
    operation: Operation & { authorization: string | undefined; signal: AbortSignal },
  ): Promise<{ status: number; body: ExecutionResult }>;
}

export function createGraphqlServer(services: Services): GraphqlServer {
  const { log, settings } = services.deps;
  const contexts = new WeakMap<Request, Context>();
  const operations = new WeakMap<Request, Operation>();
  const yoga = createYoga<object, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    context: async ({ request }) => contexts.get(request) ?? createContext(services, request),
    // Only origins that the operator names may read answers from a browser elsewhere.
    cors: settings.corsOrigins.length > 0 ? { origin: settings.corsOrigins, credentials: false } : false,
    graphiql: { title: 'rowcast', defaultQuery: WELCOME_QUERY, additionalHeaders: { [CSRF_HEADER]: '1' } },
    // The page and all it needs come from this server.
    renderGraphiQL,
    landingPage: false,
    maxRequestBodySize: MAX_BODY_BYTES,
    logging: {
      debug: (...parts) => log.debug({ parts }, 'graphql'),
      info: (...parts) => log.debug({ parts }, 'graphql'),
      warn: (...parts) => log.warn({ parts }, 'graphql'),
      error: (...parts) => log.error({ parts }, 'graphql'),
    },
    maskedErrors: {
      maskError(error, message, isDev) {
        const original = error instanceof GraphQLError ? (error.originalError ?? error) : error;
        if (isDatabaseUnreachable(original)) return serviceUnavailable();
        if (isCursorFault(original)) return cursorInvalid(error);
        const masked = maskUnknown(error, message, isDev);
        if (masked !== error) log.error({ err: original }, 'unexpected error in the API');
        return masked;
      },
    },
    plugins: [
      useKeyFirst(services, contexts),
      useOperationsOfThisProcess(operations),
      useGraphqlLimits(),
      useCSRFPrevention({ requestHeaders: ['authorization', CSRF_HEADER] }),
      useGraphqlStream({ log }),
    ],
  });

  return {
    handle: (request, response) => yoga.handle(request, response) as Promise<void>,
    async execute({ query, variables, authorization, signal }) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const request = new yoga.fetchAPI.Request('http://gateway/graphql', {
        method: 'POST',
        headers,
        signal,
      });
      operations.set(request, { query, variables });
      const response = await yoga.fetch(request);
      return { status: response.status, body: (await response.json()) as ExecutionResult };
    },
  };
}

/** Documents are written by people and generators; anything this long is an attack or a mistake. */
const MAX_QUERY_LENGTH = 100_000;

/**
 * The key comes first, on both endpoints: whoever has none learns nothing about the schema, neither by introspection nor by a
 * misspelt field, since validation would otherwise speak before the context is built.
 */
function useKeyFirst(services: Services, contexts: WeakMap<Request, Context>): Plugin<Context> {
  return {
    async onRequest({ request, endResponse, fetchAPI }) {
      if (request.method === 'OPTIONS' || wantsGraphiql(request)) return;
      try {
        contexts.set(request, await createContext(services, request));
      } catch (error) {
        const refusal = isDatabaseUnreachable(error) ? serviceUnavailable() : error;
        if (!(refusal instanceof GraphQLError)) throw error;
        const { http, ...extensions } = refusal.extensions as { http?: { status?: number }; code?: string };
        endResponse(
          fetchAPI.Response.json(
            { errors: [{ message: refusal.message, extensions }] },
            { status: http?.status ?? 500 },
          ),
        );
      }
    },
    onParams({ params }) {
      if ((params.query?.length ?? 0) > MAX_QUERY_LENGTH)
        throw new GraphQLError(`The query is longer than ${MAX_QUERY_LENGTH} characters`, {
          extensions: { code: 'BAD_USER_INPUT', http: { status: 413 } },
        });
    },
  };
}

function useOperationsOfThisProcess(operations: WeakMap<Request, Operation>): Plugin<Context> {
  return {
    onRequestParse({ request, setRequestParser }) {
      const operation = operations.get(request);
      if (operation) setRequestParser(() => ({ ...operation }));
    },
  };
}

function wantsGraphiql({ method, url, headers }: Request): boolean {
  return method === 'GET' && !url.includes('query=') && (headers.get('accept') ?? '').includes('text/html');
}

function serviceUnavailable(): GraphQLError {
  return new GraphQLError('The service cannot reach its database; try again shortly.', {
    extensions: { code: 'SERVICE_UNAVAILABLE', http: { status: 503 } },
  });
}

/** What is no cursor, or one that holds no id. Other ids are checked before: cursors alone go to the database as they came. */
function isCursorFault(error: unknown): boolean {
  if (error instanceof PothosValidationError) return true;
  return error instanceof Error && /invalid input syntax for type uuid/.test(error.message);
}

function cursorInvalid(error: unknown): GraphQLError {
  return new GraphQLError(
    '`after` and `before` take a cursor that an earlier page gave (pageInfo.endCursor), with at most one of them and of `first` and `last`.',
    {
      ...(error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}),
      extensions: { code: 'BAD_USER_INPUT' },
    },
  );
}
