/**
 * The documented REST contract (`/api/external/v1`) as an Express app in front of the GraphQL gateway: routes turn a request
 * into one GraphQL operation and the answer into the documented body. It decides nothing.
 */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { RestFacadeDeps } from './action.ts';
import { createApiDocs } from './api-docs.ts';
import { createExternalApi } from './external-api.ts';
import { BASE_PATH } from './media-kind.ts';
import { pathUnknown, unexpectedError } from './refusals.ts';

export function createRestFacade(deps: RestFacadeDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(replaceMalformedSegments);
  app.use(BASE_PATH, createExternalApi(deps));
  app.use('/api', createApiDocs());
  app.use((_request, response) => {
    const { status, body } = pathUnknown();
    response.status(status).json(body);
  });
  app.use(answerUnexpected(deps));
  return app;
}

/**
 * A path segment that is not percent-encoded UTF-8 names nothing that exists, and is answered like any other such name:
 * NUL, which no id contains, stands in for it.
 */
const replaceMalformedSegments: RequestHandler = (request, _response, next) => {
  const [path = '', ...query] = request.url.split('?');
  const segments = path.split('/').map((segment) => (isDecodable(segment) ? segment : '%00'));
  request.url = [segments.join('/'), ...query].join('?');
  next();
};

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/** What no route has caught. Express would answer with a page. */
function answerUnexpected({ log }: RestFacadeDeps): ErrorRequestHandler {
  return (error, _request, response, next) => {
    log.error({ err: error }, 'request failed');
    if (response.headersSent) return next(error);
    const { status, body } = unexpectedError();
    response.status(status).json(body);
  };
}
