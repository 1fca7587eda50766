import type { Deps } from '../deps.ts';
import { findTemplate } from './find-template.ts';

/** Hides the template; its batches go on and keep their results. @throws {TemplateNotFound} */
export async function deleteTemplate(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: { workspaceId: string; templateId: string },
): Promise<{ id: string }> {
  const { id } = await findTemplate(deps, input);
  await deps.db.template.update({ where: { id }, data: { deletedAt: deps.clock.now() } });
  return { id };
}
