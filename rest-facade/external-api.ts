import { type IRouter, Router } from 'express';
import type { Action, RestFacadeDeps } from './action.ts';
import { answerWith } from './answer-with.ts';
import { createLargeBodies } from './body/large-bodies.ts';
import { methodNotAllowed, pathUnknown } from './refusals.ts';
import { createWebhook } from './routes/create-webhook.ts';
import { downloadExport } from './routes/download-export.ts';
import { generateBatch } from './routes/generate-batch.ts';
import { listTemplates } from './routes/list-templates.ts';
import { listWebhookDeliveries } from './routes/list-webhook-deliveries.ts';
import { listWebhooks } from './routes/list-webhooks.ts';
import { showBulkJob } from './routes/show-bulk-job.ts';
import { showGeneration } from './routes/show-generation.ts';
import { showTemplateSchema } from './routes/show-template-schema.ts';

/** API §4, in its order. Each path is answered with and without its trailing slash. */
export const externalPaths: Record<string, { get?: Action; post?: Action }> = {
  '/templates': { get: listTemplates },
  '/templates/:templateId/schema': { get: showTemplateSchema },
  '/templates/:templateId/bulk-generate': { post: generateBatch('VIDEO') },
  '/image-templates/:templateId/bulk-generate': { post: generateBatch('IMAGE') },
  '/bulk-jobs/:bulkJobId/status': { get: showBulkJob('VIDEO') },
  '/image-bulk-jobs/:bulkJobId/status': { get: showBulkJob('IMAGE') },
  '/bulk-jobs/:bulkJobId/generations/:externalId/status': { get: showGeneration('VIDEO') },
  '/image-bulk-jobs/:bulkJobId/generations/:externalId/status': { get: showGeneration('IMAGE') },
  '/bulk-jobs/:bulkJobId/export.csv': { get: downloadExport('VIDEO') },
  '/image-bulk-jobs/:bulkJobId/export.csv': { get: downloadExport('IMAGE') },
  '/webhooks': { get: listWebhooks, post: createWebhook },
  '/webhooks/:endpointId/deliveries': { get: listWebhookDeliveries },
};

export function createExternalApi(deps: RestFacadeDeps): IRouter {
  const router = Router({ caseSensitive: true });
  const tools = { ...deps, largeBodies: createLargeBodies() };
  for (const [path, { get, post }] of Object.entries(externalPaths)) {
    const route = router.route(path);
    if (get) route.get(answerWith(get, tools));
    if (post) route.post(answerWith(post, tools));
    route.all(answerWith(refuseMethod([...(get ? ['GET', 'HEAD'] : []), ...(post ? ['POST'] : [])]), tools));
  }
  router.use(answerWith(refusePath, tools));
  return router;
}

function refuseMethod(allowed: string[]): Action {
  return async ({ request }) => {
    throw methodNotAllowed(request.method, allowed);
  };
}

const refusePath: Action = async () => {
  throw pathUnknown();
};
