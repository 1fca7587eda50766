import type { Deps } from '../deps.ts';
import { requestTemplatePreview } from '../dispatch/request-template-preview.ts';
import { findTemplate } from './find-template.ts';
import { prepareTemplateVersion } from './prepare-template-version.ts';
import { TemplateFaulty } from './template-refusals.ts';

/**
 * Saves a new version. Batches that were submitted before keep the version they were submitted with.
 * @throws {TemplateNotFound}
 * @throws {TemplateFaulty} also when the document is of the other kind
 */
export async function updateTemplate(
  deps: Pick<Deps, 'db' | 'store' | 'bus' | 'log' | 'clock'>,
  input: { workspaceId: string; templateId: string; document: unknown },
) {
  const template = await findTemplate(deps, input);
  const version = await prepareTemplateVersion(deps, input);
  if (version.template.kind !== template.kind)
    throw new TemplateFaulty([
      { path: 'kind', message: `must stay "${template.kind}": make a new template instead` },
    ]);
  const updated = await deps.db.$transaction(async (tx) => {
    // Locks the template: two saves at once get two numbers.
    await tx.$queryRaw`SELECT 1 FROM templates WHERE id = ${template.id}::uuid FOR UPDATE`;
    const { _max } = await tx.templateVersion.aggregate({
      where: { templateId: template.id },
      _max: { number: true },
    });
    await tx.templateVersion.create({
      data: {
        id: version.id,
        templateId: template.id,
        number: (_max.number ?? 0) + 1,
        name: version.template.name,
        document: version.document,
      },
    });
    return tx.template.update({
      where: { id: template.id },
      data: { currentVersionId: version.id, thumbnailKey: null, updatedAt: deps.clock.now() },
    });
  });
  await requestTemplatePreview(deps, { templateId: template.id });
  return updated;
}
