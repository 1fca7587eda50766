/** `/api/openapi.json` and, to browse it without internet, `/api/docs`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IRouter, Router } from 'express';
import { createOpenApi } from './openapi.ts';

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>rowcast REST API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="icon" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

export function createApiDocs(): IRouter {
  const router = Router();
  const openApi = createOpenApi();
  const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  router.get('/openapi.json', (_request, response) => void response.json(openApi));
  router.get('/docs', (_request, response) => void response.type('html').send(page));
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(startScript));
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
    router.get(`/docs/${file}`, (_request, response) => response.sendFile(file, { root: swaggerUi }));
  return router;
}
