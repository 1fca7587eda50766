/** All types of the API, by noun; what each adds to the builder is its own affair. */
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import './workspaces/workspaces.graphql.ts';
import './api-keys/api-keys.graphql.ts';
import './credits/ledger.graphql.ts';
import './templates/templates.graphql.ts';
import './assets/assets.graphql.ts';
import './rows/rows.graphql.ts';
import './batches/batches.graphql.ts';
import './batches/batch-subscriptions.graphql.ts';
import './webhooks/webhooks.graphql.ts';
import './nodes/nodes.graphql.ts';

export const schema = builder.toSchema();

/** The text of schema.graphql. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
