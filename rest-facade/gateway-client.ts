/** How the facade speaks to the gateway: GraphQL operations and one file download, in process or over HTTP. */
import type { Readable } from 'node:stream';

export interface GraphqlRequest {
  query: string;
  variables: object;
  /** The caller's header as it came; the gateway judges it. */
  authorization: string | undefined;
  /** Aborted when the facade no longer waits for the answer. */
  signal: AbortSignal;
}

export interface GraphqlResponse {
  /** HTTP status of the GraphQL answer. */
  status: number;
  body: {
    data?: unknown;
    errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
  };
}

/**
 * Runs one GraphQL operation.
 * @throws {GatewayUnavailable} when the gateway certainly did not receive it; any other error leaves that open.
 */
export type Execute = (request: GraphqlRequest) => Promise<GraphqlResponse>;

/** Opens a file that the gateway serves under one of its signed URLs. */
export type Download = (url: string) => Promise<{ status: number; body: Readable }>;

/** A GraphQL document with the types of what goes in and what comes out. */
export interface Operation<Data, Variables extends object> {
  readonly source: string;
  /** Types only; never set. */
  readonly types?: { data: Data; variables: Variables };
}

export function operation<Data, Variables extends object = Record<string, never>>(
  source: string,
): Operation<Data, Variables> {
  return { source };
}

/** The API key is missing, unknown or revoked. */
export class KeyRefused extends Error {
  constructor() {
    super('The gateway does not know the key');
    this.name = 'KeyRefused';
  }
}

/** Nothing was done; the same request may be sent again later. */
export class GatewayUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GatewayUnavailable';
  }
}

/** The gateway answered with something other than data. */
export class GatewayFailed extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GatewayFailed';
  }
}

const DEADLINE_MS = 15_000;

/**
 * Runs `wanted` for the caller of `authorization` and returns its data.
 * @throws {KeyRefused}
 * @throws {GatewayUnavailable}
 * @throws {GatewayFailed} also when no answer came within `deadlineMs`
 */
export async function askGateway<Data, Variables extends object>(
  execute: Execute,
  authorization: string | undefined,
  wanted: Operation<Data, Variables>,
  variables: Variables,
  deadlineMs = DEADLINE_MS,
): Promise<Data> {
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await Promise.race([
    execute({ query: wanted.source, variables, authorization, signal }),
    rejectWhenAborted(signal, deadlineMs),
  ]);
  const error = answer.body.errors?.[0];
  const code = error?.extensions?.code;
  if (answer.status === 401 || code === 'UNAUTHENTICATED') throw new KeyRefused();
  if (answer.status === 503 || code === 'SERVICE_UNAVAILABLE')
    throw new GatewayUnavailable(error?.message ?? 'The gateway is not ready');
  if (error || !answer.body.data)
    throw new GatewayFailed(`The gateway answered ${answer.status}: ${error?.message ?? 'no data'}`);
  return answer.body.data as Data;
}

/** For what is refused before the gateway is asked for anything: a caller without a key learns only that (401 comes first). */
export const checkKeyOperation = operation<{ workspace: { id: string } }>(
  'query CheckKey { workspace { id } }',
);

function rejectWhenAborted(signal: AbortSignal, deadlineMs: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new GatewayFailed(`The gateway did not answer within ${deadlineMs} ms`)),
    );
  });
}
