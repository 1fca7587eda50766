/** What the gateway does before a node takes part: a stored template version, and work that names it. */
import { randomUUID } from 'node:crypto';
import { templateVersionKey } from '../../contract/object-keys.ts';
import type { RowWork, StoredTemplateVersion, TemplatePreviewWork } from '../../contract/render-work.ts';
import type { Template } from '../../contract/template/template.ts';
import type { ObjectStore } from '../../runtime/object-store.ts';

export async function storeTemplate(
  store: ObjectStore,
  document: Template,
  assets: StoredTemplateVersion['assets'] = {},
): Promise<Pick<RowWork, 'templateVersionId' | 'kind'>> {
  const templateVersionId = randomUUID();
  const version: StoredTemplateVersion = { templateVersionId, document, assets };
  await store.put(templateVersionKey(templateVersionId), Buffer.from(JSON.stringify(version)));
  return { templateVersionId, kind: document.kind };
}

export function rowWork(
  template: Pick<RowWork, 'templateVersionId' | 'kind'>,
  values: Record<string, string> = {},
  more: Partial<RowWork> = {},
): RowWork {
  return {
    purpose: 'row',
    rowId: randomUUID(),
    batchId: 'batch',
    rowIndex: 0,
    attempt: 1,
    workspaceId: 'workspace',
    ...template,
    values,
    assets: {},
    ...more,
  };
}

export function previewWork(
  template: Pick<RowWork, 'templateVersionId' | 'kind'>,
  values: Record<string, string> = {},
): TemplatePreviewWork {
  return {
    purpose: 'template_preview',
    templateId: 'template',
    workspaceId: 'workspace',
    ...template,
    values,
    assets: {},
  };
}
