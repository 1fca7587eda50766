import { Decimal } from 'decimal.js';
import { builder, refusalOf } from '../builder.ts';
import { memberOrRefuse } from '../context.ts';
import { ApiKeyNameInvalid, createApiKey } from './create-api-key.ts';
import { ApiKeyNotFound, revokeApiKey } from './revoke-api-key.ts';

const MEMBERS_ONLY = 'API keys are managed by signed-in members, not by keys';

builder.prismaObject('ApiKey', {
  description: 'A bearer key of the REST and GraphQL APIs. The raw key was shown once and is not kept.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    prefix: t.exposeString('prefix', { description: 'How the raw key begins.' }),
    lastFour: t.exposeString('lastFour', { description: 'How the raw key ends.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true, description: 'To the minute.' }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    spent: t.field({
      type: 'Decimal',
      description: 'Credits reserved with this key, less what was reversed.',
      resolve: async ({ id }, _args, { deps }) => {
        const { _sum } = await deps.db.ledgerEntry.aggregate({
          where: { apiKeyId: id },
          _sum: { amount: true },
        });
        return new Decimal(_sum.amount?.toFixed() ?? 0).negated().plus(0);
      },
    }),
  }),
});

builder.objectType(ApiKeyNotFound, refusalOf(ApiKeyNotFound));

builder.objectType(ApiKeyNameInvalid, refusalOf(ApiKeyNameInvalid));

const ApiKeyCreated = builder.objectRef<Awaited<ReturnType<typeof createApiKey>>>('ApiKeyCreated').implement({
  fields: (t) => ({
    apiKey: t.prismaField({ type: 'ApiKey', resolve: (_query, { apiKey }) => apiKey }),
    rawKey: t.exposeString('rawKey', { description: 'Shown this once: keep it now.' }),
  }),
});

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: ApiKeyCreated,
    errors: { types: [ApiKeyNameInvalid], directResult: true, union: { name: 'CreateApiKeyResult' } },
    description: 'For signed-in members: a key cannot make another (API §5.4).',
    args: { name: t.arg.string({ required: true }) },
    resolve: (_root, { name }, { deps, viewer }) =>
      createApiKey(deps, {
        workspaceId: viewer.workspaceId,
        name,
        memberId: memberOrRefuse(viewer, MEMBERS_ONLY),
      }),
  }),
  revokeApiKey: t.prismaField({
    type: 'ApiKey',
    errors: { types: [ApiKeyNotFound], directResult: true, union: { name: 'RevokeApiKeyResult' } },
    description: 'For signed-in members. Takes effect on the next request and cannot be undone.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_query, _root, { id }, { deps, viewer }) => {
      memberOrRefuse(viewer, MEMBERS_ONLY);
      return revokeApiKey(deps, { workspaceId: viewer.workspaceId, apiKeyId: id });
    },
  }),
}));
