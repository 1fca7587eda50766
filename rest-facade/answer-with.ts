import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../runtime/logger.ts';
import type { Action, RestFacadeDeps } from './action.ts';
import type { LargeBodies } from './body/large-bodies.ts';
import {
  askGateway,
  checkKeyOperation,
  GatewayUnavailable,
  KeyRefused,
  type Operation,
} from './gateway-client.ts';
import { apiKeyRequired, RestRefusal, serviceUnavailable, unexpectedError } from './refusals.ts';

/** How long the rest of a refused body is read and thrown away before the connection is closed. */
const DISCARD_MS = 10_000;

/** Runs `action` for each request and sends what comes of it, an answer or a refusal, as JSON. */
export function answerWith(
  action: Action,
  deps: RestFacadeDeps & { largeBodies: LargeBodies },
): RequestHandler {
  return async (request, response) => {
    let asked = false;
    const ask = <Data, Variables extends object>(
      wanted: Operation<Data, Variables>,
      variables: Variables,
      deadlineMs?: number,
    ) => {
      asked = true;
      return askGateway(deps.execute, authorization(request), wanted, variables, deadlineMs);
    };

    response.set('Cache-Control', 'private, no-cache');
    try {
      const answer = await action({ ...deps, request, response, ask });
      if (answer) response.status(answer.status).json(answer.body);
    } catch (error) {
      // 401 comes first, so nothing is refused for another reason before the key has been looked at.
      const first = error instanceof RestRefusal && !asked ? await keyRefusal(ask) : null;
      refuse(request, response, first ?? error, deps.log);
    }
    discardRest(request);
  };

  async function keyRefusal(ask: (wanted: typeof checkKeyOperation, variables: object) => Promise<unknown>) {
    return ask(checkKeyOperation, {}).then(
      () => null,
      (error: unknown) => error,
    );
  }
}

/** The header as it came; given twice it is nobody's. */
function authorization(request: Request): string | undefined {
  const given = request.headersDistinct.authorization ?? [];
  return given.length === 1 ? given[0] : undefined;
}

function refuse(request: Request, response: Response, error: unknown, log: Logger): void {
  if (request.readableAborted) {
    log.debug({ route: request.route?.path }, 'client went away');
    return;
  }
  const refusal = refusalFor(error);
  const cause = error instanceof RestRefusal ? error.cause : error;
  // The route and not the path: that may hold an external_id.
  if (refusal.status >= 500 && cause) log.error({ err: cause, route: request.route?.path }, 'request failed');
  // Half a file has been sent: a broken connection is all that can still be said.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) if (name.startsWith('content-')) response.removeHeader(name);
  response.status(refusal.status).set(refusal.headers).json(refusal.body);
}

function refusalFor(error: unknown): RestRefusal {
  if (error instanceof RestRefusal) return error;
  if (error instanceof KeyRefused) return apiKeyRequired();
  if (error instanceof GatewayUnavailable) return serviceUnavailable();
  return unexpectedError();
}

/**
 * Many clients read the answer only when they have sent all of their body: closing at once would show them a broken
 * connection instead of the refusal.
 */
function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.socket.destroy(), DISCARD_MS);
  request.once('close', () => clearTimeout(timer)).resume();
}
