/** Everything the gateway answers over HTTP, in one Express app: GraphQL, REST facade, files, sign-in, health. */
import express, { type ErrorRequestHandler, type Express } from 'express';
import { answeredInTime } from './db/answered-in-time.ts';
import { isDatabaseUnreachable } from './db/is-database-unreachable.ts';
import type { Deps } from './deps.ts';
import { serveFiles } from './files/serve-files.ts';
import type { GraphqlServer } from './graphql-server.ts';
import { createHealth } from './health.ts';
import { landingPage } from './landing-page.ts';
import { sessionCookie } from './members/session-cookie.ts';
import { signIn } from './members/sign-in.ts';

export function createHttpApp({
  deps,
  graphql,
  restFacade,
  isStopping,
}: {
  deps: Deps;
  graphql: GraphqlServer;
  restFacade: Express;
  isStopping(): boolean;
}): Express {
  const app = express();
  app.disable('x-powered-by');
  // Says nothing of customers: URLs carry signatures and identifiers.
  app.set('query parser', 'simple');
  app.use(createHealth({ deps, isStopping }));
  app.use('/graphql', (request, response) => {
    // Yoga wants the whole path.
    request.url = request.originalUrl;
    return graphql.handle(request, response);
  });
  app.get('/sign-in', async (request, response) => {
    const token = typeof request.query.token === 'string' ? request.query.token : '';
    const session = await answeredInTime(signIn(deps, { token }));
    if (!session)
      return void response
        .status(410)
        .type('text/plain')
        .send(
          'This sign-in link has been used or is too old. Ask your operator for a new one: npm run --silent admin -- member:add',
        );
    response.set('Set-Cookie', sessionCookie(session, deps.settings.publicUrl)).redirect(303, '/graphql');
  });
  app.get('/', (_request, response) => void response.type('html').send(landingPage));
  app.use(serveFiles(deps));
  app.use(restFacade);
  app.use(answerError(deps));
  return app;
}

/** What no route has caught. Express would answer with a page that shows the stack. */
function answerError({ log }: Deps): ErrorRequestHandler {
  return (error, request, response, _next) => {
    // Half a file has been sent: a broken connection is all that can still be said.
    if (response.headersSent) return void response.destroy();
    // A path that is no valid percent-encoding names nothing.
    if (error instanceof URIError) return void response.status(404).json({ error: 'Not found' });
    log.error({ err: error, path: request.path }, 'request failed');
    if (isDatabaseUnreachable(error))
      return void response.status(503).set('Retry-After', '5').json({ error: 'Service unavailable' });
    response.status(500).json({ error: 'Unexpected error' });
  };
}
