import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isUnionType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { checkKeyOperation } from '../../rest-facade/gateway-client.ts';
import { createWebhookRefusals, rowLookupRefusals, submitBatchRefusals } from '../../rest-facade/refusals.ts';
import { createWebhookOperation } from '../../rest-facade/routes/create-webhook.ts';
import { findExportOperation } from '../../rest-facade/routes/download-export.ts';
import { findTemplateOperation, submitBatchOperation } from '../../rest-facade/routes/generate-batch.ts';
import { listTemplatesOperation } from '../../rest-facade/routes/list-templates.ts';
import {
  findWebhookEndpointOperation,
  listWebhookDeliveriesOperation,
} from '../../rest-facade/routes/list-webhook-deliveries.ts';
import { listWebhooksOperation } from '../../rest-facade/routes/list-webhooks.ts';
import { showBulkJobOperation } from '../../rest-facade/routes/show-bulk-job.ts';
import { showGenerationOperation } from '../../rest-facade/routes/show-generation.ts';
import { showTemplateSchemaOperation } from '../../rest-facade/routes/show-template-schema.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';

const schema = buildSchema(readFileSync(join(repositoryRoot, 'schema.graphql'), 'utf8'));

describe('schema.graphql', () => {
  it.each([
    checkKeyOperation,
    createWebhookOperation,
    findExportOperation,
    findTemplateOperation,
    findWebhookEndpointOperation,
    listTemplatesOperation,
    listWebhookDeliveriesOperation,
    listWebhooksOperation,
    showBulkJobOperation,
    showGenerationOperation,
    showTemplateSchemaOperation,
    submitBatchOperation,
  ])('knows all that is asked by $source', ({ source }) => {
    expect(validate(schema, parse(source))).toEqual([]);
  });
});

it.each([
  { union: 'SubmitBatchResult', success: 'BatchSubmitted', table: submitBatchRefusals },
  { union: 'RowLookup', success: 'Row', table: rowLookupRefusals },
  { union: 'CreateWebhookEndpointResult', success: 'WebhookEndpointCreated', table: createWebhookRefusals },
])('has an answer for every member of $union', ({ union, success, table }) => {
  const type = schema.getType(union);
  if (!isUnionType(type)) throw new Error(`schema.graphql has no union ${union}`);

  expect([success, ...Object.keys(table)].sort()).toEqual(
    type
      .getTypes()
      .map(({ name }) => name)
      .sort(),
  );
});
