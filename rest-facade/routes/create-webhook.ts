import type { z } from 'zod';
import type { Action } from '../action.ts';
import type { createdWebhook } from '../bodies.ts';
import { readJsonBody } from '../body/read-json-body.ts';
import { checkKeyOperation, operation } from '../gateway-client.ts';
import { type CreateWebhookRefusal, createWebhookRefusals, refusalOf } from '../refusals.ts';
import { type ShownWebhook, webhookBody } from '../webhook-body.ts';

interface WebhookEndpointCreated {
  __typename: 'WebhookEndpointCreated';
  endpoint: ShownWebhook;
  secret: string;
}

export const createWebhookOperation = operation<
  { createWebhookEndpoint: WebhookEndpointCreated | CreateWebhookRefusal },
  { targetUrl: unknown }
>(`
  mutation CreateWebhook($targetUrl: JSON!) {
    createWebhookEndpoint(targetUrl: $targetUrl) {
      __typename
      ... on WebhookEndpointCreated { endpoint { id targetUrl isActive createdAt } secret }
      ... on Refusal { message }
      ... on TooManyWebhookEndpoints { limit }
    }
  }
`);

/** API §4.10 */
export const createWebhook: Action = async ({ request, ask }) => {
  await ask(checkKeyOperation, {});
  const { target_url } = await readJsonBody(request);
  // The gateway says what is wrong with a URL that is missing, as with any other.
  const { createWebhookEndpoint: created } = await ask(createWebhookOperation, {
    targetUrl: target_url ?? '',
  });
  if (created.__typename !== 'WebhookEndpointCreated')
    throw refusalOf(createWebhookRefusals, created, undefined);
  return { status: 201, body: createdBody(created) };
};

function createdBody({ endpoint, secret }: WebhookEndpointCreated): z.output<typeof createdWebhook> {
  return { webhook: webhookBody(endpoint), secret };
}
