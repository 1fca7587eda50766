import type { z } from 'zod';
import type { Action } from '../action.ts';
import type { webhookList } from '../bodies.ts';
import { operation } from '../gateway-client.ts';
import { type ShownWebhook, webhookBody } from '../webhook-body.ts';

export const listWebhooksOperation = operation<{ webhookEndpoints: ShownWebhook[] }>(`
  query ListWebhooks {
    webhookEndpoints { id targetUrl isActive createdAt }
  }
`);

/** API §4.11 */
export const listWebhooks: Action = async ({ ask }) => {
  const { webhookEndpoints } = await ask(listWebhooksOperation, {});
  const body: z.output<typeof webhookList> = { webhooks: webhookEndpoints.map(webhookBody) };
  return { status: 200, body };
};
