import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { templateSchema } from '../../contract/template/template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { type ImportFormat, importDocument, NotImportable } from '../../importers/import-document.ts';
import type { ImportNote } from '../../importers/import-notes.ts';
import { uploadAsset } from '../assets/upload-asset.ts';
import { creditsPerRow } from '../credits/price.ts';
import type { Deps } from '../deps.ts';
import { createTemplate } from '../templates/create-template.ts';
import { updateTemplate } from '../templates/update-template.ts';
import { AdminProblem } from './admin-lookup.ts';

export interface ImportedTemplate {
  template_id: string;
  name: string;
  kind: 'image' | 'video';
  variables: string[];
  /** A decimal string; null for a video without a configured cost. */
  credits_per_row: string | null;
  /** Only when it came from another service: what could not be carried over, by its path there. */
  not_carried_over?: ImportNote[];
}

interface ImportInput {
  workspaceId: string;
  file: string;
  update: boolean;
  /** The service whose document it is; undefined: ours. */
  from?: ImportFormat;
}

/**
 * Saves a template from a JSON file. Files in a folder `media/` beside it become assets called `<folder>/<file>`, where
 * <folder> is the name of the folder that holds the template: examples/certificate/media/frame.png is `asset:certificate/frame.png`.
 * @throws {TemplateFaulty} @throws {AssetRefused} @throws {AdminProblem}
 */
export async function importTemplate(
  deps: Pick<Deps, 'db' | 'store' | 'bus' | 'log' | 'clock'>,
  { workspaceId, file, update, from }: ImportInput,
): Promise<ImportedTemplate> {
  const path = resolve(process.env.INIT_CWD ?? '.', file);
  const { document, notes } = readFrom(from, path, await readDocument(path));
  await uploadMedia(deps, workspaceId, dirname(path));
  const existing = update ? await findByName(deps, workspaceId, document) : null;
  const { id } = existing
    ? await updateTemplate(deps, { workspaceId, templateId: existing.id, document })
    : await createTemplate(deps, { workspaceId, document });
  const template = templateSchema.parse(document);
  return {
    template_id: id,
    name: template.name,
    kind: template.kind,
    variables: templateVariables(template).map(({ name }) => name),
    credits_per_row: creditsPerRow(template)?.toFixed() ?? null,
    ...(notes ? { not_carried_over: notes } : {}),
  };
}

function readFrom(
  from: ImportFormat | undefined,
  path: string,
  written: unknown,
): { document: unknown; notes?: ImportNote[] } {
  if (from === undefined) return { document: written };
  try {
    return importDocument(from, written);
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    throw new AdminProblem(`${path} is no ${from} document: ${error.message}`, { cause: error });
  }
}

async function readDocument(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new AdminProblem(`${path} cannot be read as JSON: ${(error as Error).message}`, { cause: error });
  }
}

async function uploadMedia(
  deps: Pick<Deps, 'db' | 'store' | 'clock'>,
  workspaceId: string,
  folder: string,
): Promise<void> {
  const media = join(folder, 'media');
  if (!existsSync(media)) return;
  const files = (await readdir(media, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('.'),
  );
  for (const { name } of files)
    await uploadAsset(deps, {
      workspaceId,
      name: `${basename(folder)}/${name}`,
      bytes: await readFile(join(media, name)),
    });
}

async function findByName({ db }: Pick<Deps, 'db'>, workspaceId: string, document: unknown) {
  const name = (document as { name?: unknown } | null)?.name;
  if (typeof name !== 'string') return null;
  return db.template.findFirst({ where: { workspaceId, deletedAt: null, currentVersion: { name } } });
}
