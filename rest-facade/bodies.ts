/** The documented bodies, field by field in the documented order. The routes are typed by them, OpenAPI is made of them. */
import { z } from 'zod';
import { MAX_ROWS } from './refusals.ts';

/** Bodies with a name in the OpenAPI document. */
export const components = z.registry<{ id: string }>();

const id = (what: string) => z.uuid().describe(`Identifies the ${what}`);
const timestamp = z.iso.datetime().describe('ISO 8601, UTC');
const url = z.url();
const credits = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .describe('Credits as a decimal in plain notation')
  .meta({ example: '0.00543' });
const count = z.int().min(0);

/** API §2.9 */
export const pagination = z
  .object({ page: z.int().min(1), page_size: z.int().min(1).max(100), total: count, total_pages: count })
  .register(components, { id: 'Pagination' });

/** API §2.1 */
export const videoTemplate = z
  .object({
    template_id: id('template'),
    name: z.string(),
    aspect_ratio: z.string().describe('Reduced ratio width:height').meta({ example: '16:9' }),
    scene_count: count,
    thumbnail_url: url.describe('A rendered picture; 404 until it has been rendered'),
    estimated_credits: credits.nullable().describe('Cost of one generation; null when none is configured'),
    sample_csv_url: url.nullable().describe('null when the template has no variables'),
    created: timestamp,
    modified: timestamp,
  })
  .register(components, { id: 'VideoTemplate' });

/** API §2.2 */
export const imageTemplate = videoTemplate
  .omit({ scene_count: true, estimated_credits: true })
  .register(components, { id: 'ImageTemplate' });

/** API §4.1 */
export const videoTemplateList = z
  .object({ templates: z.array(videoTemplate), pagination })
  .register(components, { id: 'VideoTemplateList' });
export const imageTemplateList = z
  .object({ templates: z.array(imageTemplate), pagination, type: z.literal('IMAGE_TEMPLATE') })
  .register(components, { id: 'ImageTemplateList' });

/** API §2.3 */
export const variable = z
  .object({ name: z.string().describe('Key to use in a row'), example_value: z.string() })
  .register(components, { id: 'Variable' });

const bulkGenerate = z
  .object({
    method: z.literal('POST'),
    path: z.string(),
    body: z.object({ rows: z.array(z.record(z.string(), z.string())).length(1), batch_name: z.string() }),
  })
  .describe('An example request that can be sent as it is')
  .register(components, { id: 'BulkGenerateExample' });

/** API §4.2 */
export const videoTemplateSchema = z
  .object({
    template_id: id('template'),
    name: z.string(),
    variables: z.array(variable),
    bulk_generate: bulkGenerate,
  })
  .register(components, { id: 'VideoTemplateSchema' });
export const imageTemplateSchema = z
  .object({
    template_id: id('template'),
    name: z.string(),
    type: z.literal('IMAGE_TEMPLATE'),
    variables: z.array(variable),
    credits_per_row: credits.describe('0.00181 times the number of variables'),
    bulk_generate: bulkGenerate,
  })
  .register(components, { id: 'ImageTemplateSchema' });

/** API §2.4, §4.3. Only documents: the gateway judges submissions, so that both APIs refuse alike. */
export const submission = z
  .looseObject({
    rows: z
      .array(
        z
          .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
          .describe('Values by variable name. external_id is reserved: your own identifier of the row.'),
      )
      .min(1)
      .max(MAX_ROWS),
    batch_name: z.string().max(255).nullable().optional().describe('Label echoed in status responses'),
  })
  .register(components, { id: 'Submission' });

/** API §4.3, §4.4 */
export const acceptedBulkJob = z
  .object({
    bulk_job_id: id('bulk job'),
    status: z.string().describe('pending for a new job').meta({ example: 'pending' }),
    row_count: z.int().min(1).max(MAX_ROWS),
    estimated_credits: credits.describe('Deducted upfront'),
  })
  .register(components, { id: 'AcceptedBulkJob' });

/** API §2.5 */
export const bulkJob = z
  .object({
    bulk_job_id: id('bulk job'),
    status: z.enum(['pending', 'processing', 'dispatched', 'done', 'failed']),
    batch_name: z.string().nullable(),
    created: timestamp,
    modified: timestamp,
    summary: z.object({ total: count, success: count, failed: count, pending: count }),
    csv_ready: z.boolean(),
  })
  .register(components, { id: 'BulkJob' });

const generationStatus = z.enum(['pending', 'processing', 'success', 'failed']);

/** API §4.7 */
export const videoGeneration = z
  .object({
    generation_id: id('row'),
    row_index: count.describe('Zero-based position in the submitted rows'),
    external_id: z.string(),
    status: generationStatus,
    result_video_url: url.nullable().describe('Set only when status is success'),
    thumbnail_url: url.nullable(),
    error_message: z.string().nullable().describe('Set only when status is failed'),
    created: timestamp,
    modified: timestamp,
  })
  .register(components, { id: 'VideoGeneration' });

/** API §4.8 */
export const imageGeneration = z
  .object({
    generation_id: id('row'),
    row_index: count.describe('Zero-based position in the submitted rows'),
    external_id: z.string(),
    output_type: z.literal('image'),
    status: generationStatus,
    result_image_url: url.nullable().describe('Set only when status is success'),
    created: timestamp,
    modified: timestamp,
  })
  .register(components, { id: 'ImageGeneration' });

/** API §2.7 */
export const webhook = z
  .object({
    endpoint_id: id('webhook endpoint'),
    target_url: url,
    is_active: z.boolean(),
    created: timestamp,
  })
  .register(components, { id: 'Webhook' });

/** API §4.10 */
export const webhookRequest = z
  .looseObject({ target_url: z.url().describe('HTTPS URL that receives a POST for each event') })
  .register(components, { id: 'WebhookRequest' });
export const createdWebhook = z
  .object({ webhook, secret: z.string().describe('Shown once; verifies the signature of deliveries') })
  .register(components, { id: 'CreatedWebhook' });

/** API §4.11 */
export const webhookList = z
  .object({ webhooks: z.array(webhook) })
  .register(components, { id: 'WebhookList' });

/** API §2.8 */
export const webhookDelivery = z
  .object({
    delivery_id: id('delivery'),
    event_type: z.string().meta({ example: 'bulk_job.completed' }),
    status: z.enum(['pending', 'delivered', 'retrying', 'dead']),
    attempt_count: count,
    last_attempted_at: timestamp.nullable().describe('null before the first attempt'),
    last_response_code: z.int().nullable(),
    created: timestamp,
  })
  .register(components, { id: 'WebhookDelivery' });

/** API §4.12 */
export const webhookDeliveryList = z
  .object({ deliveries: z.array(webhookDelivery), pagination })
  .register(components, { id: 'WebhookDeliveryList' });

/** API §7 */
export const errorBody = z
  .looseObject({ error: z.string(), detail: z.string().optional().describe('What to do about it') })
  .register(components, { id: 'Error' });
