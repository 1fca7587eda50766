import { builder } from '../builder.ts';
import { MediaKind } from '../media-kind.graphql.ts';

/** Nodes say hello every few seconds; whoever was silent for a day is history. */
const SHOWN_FOR_MS = 24 * 3_600_000;

builder.prismaObject('RenderNode', {
  description: 'A process that renders rows, as it last described itself.',
  fields: (t) => ({
    id: t.exposeID('id'),
    hostname: t.exposeString('hostname'),
    kinds: t.expose('kinds', { type: [MediaKind] }),
    slots: t.exposeInt('slots', { description: 'Rows it renders at once.' }),
    state: t.exposeString('state', { description: '"running", "draining" or "stopped".' }),
    encoder: t.exposeString('encoder', { description: 'The video encoder in use.' }),
    encoderReason: t.exposeString('encoderReason', { description: 'Why that one.' }),
    rowsDone: t.exposeInt('rowsDone', { description: 'Since it started.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime' }),
  }),
});

builder.queryField('renderNodes', (t) =>
  t.prismaField({
    type: ['RenderNode'],
    description: 'The farm: nodes that were heard of within the last day.',
    resolve: (query, _root, _args, { deps }) =>
      deps.db.renderNode.findMany({
        ...query,
        where: { lastSeenAt: { gt: new Date(deps.clock.now().getTime() - SHOWN_FOR_MS) } },
        orderBy: { id: 'asc' },
      }),
  }),
);
