/** The contract as OpenAPI 3.1, made of the schemas that type the answers. Printed to `openapi.json`, served at `/api/openapi.json`. */
import { z } from 'zod';
import {
  acceptedBulkJob,
  bulkJob,
  components,
  createdWebhook,
  errorBody,
  imageGeneration,
  imageTemplateList,
  imageTemplateSchema,
  submission,
  videoGeneration,
  videoTemplateList,
  videoTemplateSchema,
  webhookDeliveryList,
  webhookList,
  webhookRequest,
} from './bodies.ts';
import { BASE_PATH, bulkJobsPath, type MediaKind, templatesPath } from './media-kind.ts';
import { MAX_BODY_BYTES } from './refusals.ts';

interface Call {
  operationId: string;
  summary: string;
  description?: string;
  tag: 'Templates' | 'Bulk jobs' | 'Webhooks';
  parameters?: object[];
  requestBody?: z.ZodType;
  /** Status of success and what comes with it; several bodies where the kind decides. */
  success: [status: number, description: string, ...bodies: z.ZodType[]];
  csv?: boolean;
  refusals: Record<number, string>;
}

const NO_KEY = 'The key is missing, invalid or revoked';
const UNAVAILABLE = 'Not ready; safe to retry';

export function createOpenApi(): object {
  const { schemas } = z.toJSONSchema(components, { uri: referenceTo });
  return {
    openapi: '3.1.0',
    info: {
      title: 'rowcast REST API',
      version: '1',
      summary: 'Bulk rendering of personalised videos and images from templates.',
      description:
        'A submission of up to 20,000 rows returns at once; poll its status, look rows up by external_id, download the ' +
        'CSV export once it is done, or be told by a webhook. Paths work with and without their trailing slash.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [{ name: 'Templates' }, { name: 'Bulk jobs' }, { name: 'Webhooks' }],
    paths: {
      ...templatePaths(),
      ...bulkJobPaths('VIDEO'),
      ...bulkJobPaths('IMAGE'),
      ...webhookPaths(),
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of one workspace. Members create and revoke keys in the dashboard.',
        },
      },
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
      ),
    },
  };
}

function templatePaths() {
  return {
    [`${BASE_PATH}/templates/`]: {
      get: describe({
        operationId: 'listTemplates',
        summary: 'List templates',
        description: 'One call lists one kind, newest first.',
        tag: 'Templates',
        parameters: [typeParameter, pageParameter, pageSizeParameter(30)],
        success: [200, 'One page of templates of the kind asked for', videoTemplateList, imageTemplateList],
        refusals: { 400: 'type, page or page_size is not valid' },
      }),
    },
    [`${BASE_PATH}/templates/{template_id}/schema/`]: {
      get: describe({
        operationId: 'getTemplateSchema',
        summary: 'Get the variables of a template and an example request',
        tag: 'Templates',
        parameters: [pathParameter('template_id'), typeParameter],
        success: [200, 'Computed from the template as it is now', videoTemplateSchema, imageTemplateSchema],
        refusals: { 400: 'type is not valid', 404: 'No such template of this kind' },
      }),
    },
    ...generatePath('VIDEO'),
    ...generatePath('IMAGE'),
  };
}

function generatePath(kind: MediaKind) {
  return {
    [`${BASE_PATH}/${templatesPath[kind]}/{template_id}/bulk-generate/`]: {
      post: describe({
        operationId: kind === 'VIDEO' ? 'generateVideos' : 'generateImages',
        summary: kind === 'VIDEO' ? 'Generate videos' : 'Generate images',
        description: 'One output is rendered per row. The charge is taken upfront.',
        tag: 'Bulk jobs',
        parameters: [pathParameter('template_id'), idempotencyKeyParameter],
        requestBody: submission,
        success: [202, 'Accepted', acceptedBulkJob],
        refusals: {
          400: 'rows or batch_name cannot be used, or the body is not JSON',
          402: 'Not enough credits: required and available say how many',
          404: 'No such template of this kind',
          413: `The body exceeds ${MAX_BODY_BYTES} bytes, counted uncompressed`,
          415: 'The charset or the Content-Encoding is not supported',
          422: 'The template cannot be rendered, or the Idempotency-Key came with another body',
          500: 'Failed to start batch; check the balance before retrying',
        },
      }),
    },
  };
}

function bulkJobPaths(kind: MediaKind) {
  const job = `${BASE_PATH}/${bulkJobsPath[kind]}/{bulk_job_id}`;
  const name = kind === 'VIDEO' ? 'Video' : 'Image';
  const noJob = 'No such bulk job of this kind';
  return {
    [`${job}/status/`]: {
      get: describe({
        operationId: `get${name}BulkJob`,
        summary: `Get the status of ${kind === 'VIDEO' ? 'a video' : 'an image'} bulk job`,
        tag: 'Bulk jobs',
        parameters: [pathParameter('bulk_job_id')],
        success: [200, 'State and counts', bulkJob],
        refusals: { 404: noJob },
      }),
    },
    [`${job}/generations/{external_id}/status/`]: {
      get: describe({
        operationId: `get${name}Generation`,
        summary: `Get the status of a single ${name.toLowerCase()}`,
        tag: 'Bulk jobs',
        parameters: [
          pathParameter('bulk_job_id'),
          { ...pathParameter('external_id'), schema: { type: 'string' }, description: 'Percent-encoded' },
        ],
        success: [200, 'The row', kind === 'VIDEO' ? videoGeneration : imageGeneration],
        refusals: { 404: `${noJob}, or no row with this external_id`, 409: 'Several rows have it' },
      }),
    },
    [`${job}/export.csv`]: {
      get: describe({
        operationId: `export${name}BulkJob`,
        summary: 'Download the CSV export',
        tag: 'Bulk jobs',
        parameters: [pathParameter('bulk_job_id'), safeParameter],
        success: [200, 'One line per row: external_id, generation_id, the variables, the result URL'],
        csv: true,
        refusals: {
          404: `${noJob}, or it is not done: then status says what it is`,
          410: 'The results have expired and are deleted',
        },
      }),
    },
  };
}

function webhookPaths() {
  return {
    [`${BASE_PATH}/webhooks/`]: {
      post: describe({
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        tag: 'Webhooks',
        requestBody: webhookRequest,
        success: [201, 'The endpoint and, this once, its secret', createdWebhook],
        refusals: {
          400: 'target_url cannot be used, there are too many endpoints, or the body is not JSON',
          413: 'The body is too large',
          415: 'The charset or the Content-Encoding is not supported',
        },
      }),
      get: describe({
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        tag: 'Webhooks',
        success: [200, 'All endpoints', webhookList],
        refusals: {},
      }),
    },
    [`${BASE_PATH}/webhooks/{endpoint_id}/deliveries/`]: {
      get: describe({
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        tag: 'Webhooks',
        parameters: [pathParameter('endpoint_id'), pageParameter, pageSizeParameter(50)],
        success: [200, 'One page of deliveries, newest first', webhookDeliveryList],
        refusals: { 400: 'page or page_size is not valid', 404: 'No such endpoint' },
      }),
    },
  };
}

function describe({ operationId, summary, description, tag, parameters = [], requestBody, ...call }: Call) {
  const [status, what, ...bodies] = call.success;
  const refusals = { 401: NO_KEY, 503: UNAVAILABLE, ...call.refusals };
  return {
    operationId,
    summary,
    ...(description ? { description } : {}),
    tags: [tag],
    parameters,
    ...(requestBody
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: reference(requestBody) } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: what,
        content: call.csv
          ? { 'text/csv': { schema: { type: 'string' } } }
          : {
              'application/json': {
                schema: bodies.length > 1 ? { anyOf: bodies.map(reference) } : bodies.map(reference)[0],
              },
            },
      },
      ...Object.fromEntries(
        Object.entries(refusals).map(([refused, why]) => [
          refused,
          { description: why, content: { 'application/json': { schema: reference(errorBody) } } },
        ]),
      ),
    },
  };
}

function reference(schema: z.ZodType): { $ref: string } {
  const name = components.get(schema)?.id;
  if (!name) throw new Error('A body without a name cannot be referred to');
  return { $ref: referenceTo(name) };
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
}

const typeParameter = {
  name: 'type',
  in: 'query',
  description: 'Kind of the templates',
  schema: { type: 'string', enum: ['TEMPLATE', 'IMAGE_TEMPLATE'], default: 'TEMPLATE' },
};

const pageParameter = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } };

function pageSizeParameter(defaultSize: number) {
  return {
    name: 'page_size',
    in: 'query',
    description: 'More than 100 means 100',
    schema: { type: 'integer', minimum: 1, default: defaultSize },
  };
}

const safeParameter = {
  name: 'safe',
  in: 'query',
  description: '1 marks cells that a spreadsheet would take for formulas; without it they are as submitted',
  schema: { type: 'string', enum: ['1'] },
};

const idempotencyKeyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same body within 24 hours gives the same answer and is charged once',
  schema: { type: 'string', maxLength: 255 },
};
