import { builder } from '../builder.ts';

export const Member = builder.prismaObject('Member', {
  description: 'A person who may sign in to the workspace.',
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    deactivatedAt: t.expose('deactivatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when they cannot sign in any more; null while they can.',
    }),
  }),
});
