import { builder } from '../builder.ts';

const LedgerEntryKind = builder.enumType('LedgerEntryKind', {
  values: {
    GRANT: { value: 'grant', description: 'Credits were added.' },
    RESERVE: { value: 'reserve', description: 'A batch took its credits when it was submitted.' },
    REVERSE: { value: 'reverse', description: 'A batch that could not be started gave them back.' },
  } as const,
});

builder.prismaObject('LedgerEntry', {
  description: 'One movement of credits. Entries are never changed; their sum is the balance.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: LedgerEntryKind }),
    amount: t.expose('amount', { type: 'Decimal', description: 'Negative for what was taken.' }),
    note: t.exposeString('note', { nullable: true }),
    batch: t.relation('batch', { nullable: true }),
    apiKey: t.relation('apiKey', { nullable: true, description: 'The key that spent it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

builder.queryField('ledger', (t) =>
  t.prismaConnection(
    {
      type: 'LedgerEntry',
      cursor: 'id',
      description: 'Newest first.',
      totalCount: (_root, _args, { deps, viewer }) =>
        deps.db.ledgerEntry.count({ where: { workspaceId: viewer.workspaceId } }),
      resolve: (query, _root, _args, { deps, viewer }) =>
        deps.db.ledgerEntry.findMany({
          ...query,
          where: { workspaceId: viewer.workspaceId },
          orderBy: { id: 'desc' },
        }),
    },
    { name: 'LedgerEntryConnection' },
    { name: 'LedgerEntryEdge' },
  ),
);
