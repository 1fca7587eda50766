import { assetKey, templateVersionKey } from '../../contract/object-keys.ts';
import type { AssetReference, StoredTemplateVersion } from '../../contract/render-work.ts';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import type { Template } from '../../contract/template/template.ts';
import { UNSTORABLE, unstorablePaths } from '../db/storable-text.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { assetUses } from './asset-uses.ts';
import { TemplateFaulty } from './template-refusals.ts';

export interface PreparedVersion {
  id: string;
  template: Template;
  document: object;
}

/**
 * Checks a document and stores it, with the assets it names as they are now, where render nodes read it. The database
 * does not know of it yet; a version that is never saved is only an object nobody asks for.
 * @throws {TemplateFaulty}
 */
export async function prepareTemplateVersion(
  { db, store }: Pick<Deps, 'db' | 'store'>,
  { workspaceId, document }: { workspaceId: string; document: unknown },
): Promise<PreparedVersion> {
  const lint = lintTemplate(document);
  if (!lint.ok) throw new TemplateFaulty(lint.faults);
  const unstorable = unstorablePaths(document);
  if (unstorable.length > 0)
    throw new TemplateFaulty(unstorable.map((path) => ({ path, message: UNSTORABLE })));
  const id = newId();
  const assets = await resolveAssets(db, workspaceId, lint.template);
  const stored: StoredTemplateVersion = { templateVersionId: id, document, assets };
  await store.put(templateVersionKey(id), Buffer.from(JSON.stringify(stored)));
  return { id, template: lint.template, document: document as object };
}

async function resolveAssets(
  db: Deps['db'],
  workspaceId: string,
  template: Template,
): Promise<Record<string, AssetReference>> {
  const uses = assetUses(template);
  const found = await db.asset.findMany({
    where: { workspaceId, name: { in: uses.map(({ name }) => name) } },
  });
  const byName = new Map(found.map((asset) => [asset.name, asset]));
  const faults = uses.flatMap(({ name, path }) => {
    const asset = byName.get(name);
    if (!asset) return [{ path, message: `no asset called "${name}" has been uploaded` }];
    // A picture in place of a picture is seen in the preview; without its font every row would fail.
    if (path.startsWith('fonts[') && !asset.contentType.startsWith('font/'))
      return [{ path, message: `"${name}" is no font: upload a TTF, OTF or WOFF2 file` }];
    return [];
  });
  if (faults.length > 0) throw new TemplateFaulty(faults);
  return Object.fromEntries(
    found.map(({ name, sha256, contentType }) => [
      name,
      { objectKey: assetKey(workspaceId, sha256), contentType, sha256 },
    ]),
  );
}
