import { builder } from '../builder.ts';
import { isMember, memberOrRefuse } from '../context.ts';
import { Member } from '../members/members.graphql.ts';

builder.prismaObject('Workspace', {
  description: 'Owns templates, batches and credits. Every key and every member belongs to exactly one.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    balance: t.expose('balance', { type: 'Decimal', description: 'Credits that can be spent now.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    apiKeys: t.relation('apiKeys', {
      description: 'For signed-in members; a key does not see the others.',
      query: (_args, { viewer }) => ({
        orderBy: { createdAt: 'desc' },
        ...(isMember(viewer) ? {} : { where: { id: viewer.apiKeyId } }),
      }),
    }),
    members: t.prismaField({
      type: [Member],
      description:
        'For signed-in members, oldest first. A key is refused: keys are given to programs, addresses are of people.',
      resolve: (query, { id: workspaceId }, _args, { deps, viewer }) => {
        memberOrRefuse(viewer, 'Members are shown to signed-in members, not to keys');
        return deps.db.member.findMany({
          ...query,
          where: { workspaceId },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        });
      },
    }),
  }),
});

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: 'Workspace',
    description: 'The workspace of the key or session that asks.',
    resolve: (query, _root, _args, { deps, viewer }) =>
      deps.db.workspace.findUniqueOrThrow({ ...query, where: { id: viewer.workspaceId } }),
  }),
);
