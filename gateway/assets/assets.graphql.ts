import { builder, refusalOf } from '../builder.ts';
import { assetUrl } from '../files/file-urls.ts';
import { AssetRefused, uploadAsset } from './upload-asset.ts';

builder.prismaObject('Asset', {
  description: 'An uploaded file. Templates and rows refer to it as `asset:NAME`.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    contentType: t.exposeString('contentType'),
    bytes: t.exposeInt('bytes'),
    sha256: t.exposeString('sha256'),
    url: t.string({ resolve: ({ id }, _args, { deps }) => assetUrl(deps.settings, id) }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

builder.objectType(AssetRefused, refusalOf(AssetRefused));

builder.queryField('assets', (t) =>
  t.prismaConnection(
    {
      type: 'Asset',
      cursor: 'id',
      description: 'By name.',
      totalCount: (_root, _args, { deps, viewer }) =>
        deps.db.asset.count({ where: { workspaceId: viewer.workspaceId } }),
      resolve: (query, _root, _args, { deps, viewer }) =>
        deps.db.asset.findMany({
          ...query,
          where: { workspaceId: viewer.workspaceId },
          orderBy: { name: 'asc' },
        }),
    },
    { name: 'AssetConnection' },
    { name: 'AssetEdge' },
  ),
);

builder.mutationField('uploadAsset', (t) =>
  t.prismaField({
    type: 'Asset',
    errors: { types: [AssetRefused], directResult: true, union: { name: 'UploadAssetResult' } },
    description:
      'Stores a file of at most 100 MB (multipart request). The same name again replaces it for templates saved from then on.',
    args: { name: t.arg.string({ required: true }), file: t.arg({ type: 'File', required: true }) },
    resolve: async (_query, _root, { name, file }, { deps, viewer }) =>
      uploadAsset(deps, {
        workspaceId: viewer.workspaceId,
        name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }),
  }),
);
