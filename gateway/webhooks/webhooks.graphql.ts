import { builder, refusalOf } from '../builder.ts';
import { isId } from '../new-id.ts';
import { type Page, readPage } from '../page.graphql.ts';
import {
  createWebhookEndpoint,
  TooManyWebhookEndpoints,
  WebhookTargetRefused,
} from './create-webhook-endpoint.ts';
import { deleteWebhookEndpoint, WebhookEndpointNotFound } from './delete-webhook-endpoint.ts';
import { resendDelivery, WebhookDeliveryNotFound } from './resend-delivery.ts';

const WebhookDeliveryState = builder.enumType('WebhookDeliveryState', {
  values: {
    PENDING: { value: 'pending', description: 'Not attempted yet, or the first attempt is under way.' },
    RETRYING: { value: 'retrying', description: 'An attempt failed; the next one is planned.' },
    DELIVERED: { value: 'delivered', description: 'The receiver answered 2xx.' },
    DEAD: {
      value: 'dead',
      description: 'Given up: six attempts failed, the receiver said 410, or the endpoint was deleted.',
    },
  } as const,
});

const WebhookAttempt = builder.prismaObject('WebhookAttempt', {
  description: 'One POST of a delivery and what came back.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Counts from 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs', { nullable: true }),
    responseCode: t.exposeInt('responseCode', { nullable: true, description: 'Null when no answer came.' }),
    responseBody: t.exposeString('responseBody', { nullable: true, description: 'At most 20 kB of it.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why no answer came.' }),
  }),
});

const WebhookDelivery = builder.prismaObject('WebhookDelivery', {
  description: 'One event on its way to one endpoint.',
  fields: (t) => ({
    id: t.exposeID('id'),
    eventId: t.string({
      description: 'The `webhook-id` header: the same on every attempt and when it is sent again.',
      resolve: ({ eventId }) => `evt_${eventId}`,
    }),
    eventType: t.string({
      select: { event: { select: { type: true } } },
      resolve: ({ event }) => event.type,
    }),
    state: t.expose('state', { type: WebhookDeliveryState }),
    attemptCount: t.exposeInt('attemptCount'),
    lastAttemptedAt: t.expose('lastAttemptedAt', { type: 'DateTime', nullable: true }),
    lastResponseCode: t.exposeInt('lastResponseCode', {
      nullable: true,
      description: 'HTTP status of the most recent attempt; null when no answer came.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    batch: t.prismaField({
      type: 'Batch',
      select: { event: { select: { batchId: true } } },
      resolve: (query, { event }, _args, { deps }) =>
        deps.db.batch.findUniqueOrThrow({ ...query, where: { id: event.batchId } }),
    }),
    attempts: t.relation('attempts', {
      type: WebhookAttempt,
      query: { orderBy: { number: 'asc' } },
      description: 'Oldest first.',
    }),
  }),
});

const WebhookDeliveryPage = builder
  .objectRef<Page<typeof WebhookDelivery.$inferType>>('WebhookDeliveryPage')
  .implement({
    fields: (t) => ({
      items: t.expose('items', { type: [WebhookDelivery] }),
      page: t.exposeInt('page'),
      pageSize: t.exposeInt('pageSize'),
      totalCount: t.exposeInt('totalCount'),
      totalPages: t.exposeInt('totalPages'),
    }),
  });

builder.prismaObject('WebhookEndpoint', {
  description: 'A URL that receives a signed POST for each batch that completes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    targetUrl: t.exposeString('targetUrl'),
    isActive: t.exposeBoolean('isActive'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    deliveries: t.field({
      type: WebhookDeliveryPage,
      description: 'Newest first.',
      args: {
        page: t.arg.int({ required: true, defaultValue: 1 }),
        pageSize: t.arg.int({ required: true, defaultValue: 50, description: 'At most 100.' }),
      },
      resolve: ({ id: endpointId }, page, { deps }) =>
        readPage(
          page,
          () => deps.db.webhookDelivery.count({ where: { endpointId } }),
          (range) =>
            deps.db.webhookDelivery.findMany({
              where: { endpointId },
              orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
              ...range,
            }),
        ),
    }),
  }),
});

for (const Refused of [WebhookTargetRefused, WebhookEndpointNotFound, WebhookDeliveryNotFound])
  builder.objectType(Refused, refusalOf(Refused));

builder.objectType(TooManyWebhookEndpoints, {
  ...refusalOf(TooManyWebhookEndpoints),
  fields: (t) => ({ limit: t.exposeInt('limit') }),
});

builder.queryFields((t) => ({
  webhookEndpoints: t.prismaField({
    type: ['WebhookEndpoint'],
    description: 'Oldest first.',
    resolve: (query, _root, _args, { deps, viewer }) =>
      deps.db.webhookEndpoint.findMany({
        ...query,
        where: { workspaceId: viewer.workspaceId, deletedAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  }),
  webhookEndpoint: t.prismaField({
    type: 'WebhookEndpoint',
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }, { deps, viewer }) =>
      isId(id)
        ? deps.db.webhookEndpoint.findFirst({
            ...query,
            where: { id, workspaceId: viewer.workspaceId, deletedAt: null },
          })
        : null,
  }),
}));

const WebhookEndpointCreated = builder
  .objectRef<Awaited<ReturnType<typeof createWebhookEndpoint>>>('WebhookEndpointCreated')
  .implement({
    fields: (t) => ({
      endpoint: t.prismaField({ type: 'WebhookEndpoint', resolve: (_query, { endpoint }) => endpoint }),
      secret: t.exposeString('secret', {
        description:
          'Verifies the signature of deliveries (Standard Webhooks). Shown this once: keep it now.',
      }),
    }),
  });

const DeletedWebhookEndpoint = builder.objectRef<{ id: string }>('DeletedWebhookEndpoint').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: WebhookEndpointCreated,
    errors: {
      types: [WebhookTargetRefused, TooManyWebhookEndpoints],
      directResult: true,
      union: { name: 'CreateWebhookEndpointResult' },
    },
    description: 'Any JSON is taken as the URL, so that a wrong one is refused in a sentence.',
    args: {
      targetUrl: t.arg({ type: 'JSON', required: true, description: 'An https:// URL to a public address.' }),
    },
    resolve: (_root, { targetUrl }, { deps, viewer }) =>
      createWebhookEndpoint(deps, { workspaceId: viewer.workspaceId, targetUrl }),
  }),
  deleteWebhookEndpoint: t.field({
    type: DeletedWebhookEndpoint,
    errors: {
      types: [WebhookEndpointNotFound],
      directResult: true,
      union: { name: 'DeleteWebhookEndpointResult' },
    },
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { deps, viewer }) =>
      deleteWebhookEndpoint(deps, { workspaceId: viewer.workspaceId, endpointId: id }),
  }),
  resendWebhookDelivery: t.prismaField({
    type: 'WebhookDelivery',
    errors: {
      types: [WebhookDeliveryNotFound],
      directResult: true,
      union: { name: 'ResendWebhookDeliveryResult' },
    },
    description: 'Sends the event again, as a new delivery with the same `webhook-id`.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_query, _root, { id }, { deps, viewer }) =>
      resendDelivery(deps, { workspaceId: viewer.workspaceId, deliveryId: id }),
  }),
}));
