import type { MediaKind } from '../../contract/render-work.ts';
import type { Deps } from '../deps.ts';
import { isId } from '../new-id.ts';
import { TemplateNotFound } from './template-refusals.ts';

/** A template of the workspace with its current version. @throws {TemplateNotFound} also for another kind */
export async function findTemplate(
  { db }: Pick<Deps, 'db'>,
  { workspaceId, templateId, kind }: { workspaceId: string; templateId: string; kind?: MediaKind | null },
) {
  const template = isId(templateId)
    ? await db.template.findFirst({
        where: { id: templateId, workspaceId, deletedAt: null, ...(kind ? { kind } : {}) },
        include: { currentVersion: true },
      })
    : null;
  if (!template) throw new TemplateNotFound(kind ?? null);
  return template;
}
