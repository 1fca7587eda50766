import { renderMessageId, renderSubject } from '../../contract/messaging.ts';
import type { TemplatePreviewWork } from '../../contract/render-work.ts';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { PrismaClient } from '../db/client.ts';
import { composedSources } from './composed-sources.ts';
import { assetNames } from './publish-rows.ts';

/**
 * Asks the farm for a picture of the template's current version, filled with its example values. Never throws: a template is saved
 * whether or not anybody can draw it now, and the gateway that dispatches asks again for what is missing.
 */
export async function requestTemplatePreview(
  { bus, db, log }: { bus: MessageBus; db: PrismaClient; log: Logger },
  { templateId }: { templateId: string },
): Promise<void> {
  try {
    const template = await db.template.findUnique({
      where: { id: templateId },
      include: { currentVersion: true },
    });
    if (!template) return;
    const lint = lintTemplate(template.currentVersion.document);
    if (!lint.ok) return;
    const values = Object.fromEntries(
      templateVariables(lint.template).map(({ name, exampleValue }) => [name, exampleValue]),
    );
    const work: TemplatePreviewWork = {
      purpose: 'template_preview',
      templateId,
      workspaceId: template.workspaceId,
      kind: template.kind,
      templateVersionId: template.currentVersionId,
      values,
      assets: await namedAssets(
        db,
        template.workspaceId,
        assetNames({ values }, composedSources(lint.template)),
      ),
    };
    await bus.enqueue(renderSubject(work.kind), work, renderMessageId(work));
  } catch (error) {
    log.warn({ err: error, templateId }, 'template preview could not be requested, trying again later');
  }
}

async function namedAssets(db: PrismaClient, workspaceId: string, names: string[]) {
  const assets = await db.asset.findMany({ where: { workspaceId, name: { in: names } } });
  return Object.fromEntries(
    assets.map(({ name, objectKey, contentType, sha256 }) => [name, { objectKey, contentType, sha256 }]),
  );
}
