import type { Deps } from '../deps.ts';
import { requestTemplatePreview } from '../dispatch/request-template-preview.ts';
import { newId } from '../new-id.ts';
import { prepareTemplateVersion } from './prepare-template-version.ts';

/** @throws {TemplateFaulty} */
export async function createTemplate(
  deps: Pick<Deps, 'db' | 'store' | 'bus' | 'log'>,
  input: { workspaceId: string; document: unknown },
) {
  const version = await prepareTemplateVersion(deps, input);
  const id = newId();
  // Each points at the other, so the check of that waits for the end of the transaction (see the migration).
  const [template] = await deps.db.$transaction([
    deps.db.template.create({
      data: { id, workspaceId: input.workspaceId, kind: version.template.kind, currentVersionId: version.id },
    }),
    deps.db.templateVersion.create({
      data: {
        id: version.id,
        templateId: id,
        number: 1,
        name: version.template.name,
        document: version.document,
      },
    }),
  ]);
  await requestTemplatePreview(deps, { templateId: id });
  return template;
}
