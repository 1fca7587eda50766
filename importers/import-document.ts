/** Another service's template as one of ours, with an account of what it could not become. */
import { placeholderNames } from '../contract/template/placeholders.ts';
import { type Template, templateSchema } from '../contract/template/template.ts';
import { templateVariables } from '../contract/template/variables.ts';
import { importCreatomate } from './creatomate/import-creatomate.ts';
import { createImportNotes, type ImportNote, type ImportNotes } from './import-notes.ts';
import { importJson2video } from './json2video/import-json2video.ts';
import { keepAccepted } from './keep-accepted.ts';
import { importShotstack } from './shotstack/import-shotstack.ts';
import { readSource, type Source } from './source.ts';

/** A document of our model, not yet checked. */
export type Draft = Record<string, unknown>;

const IMPORTERS = {
  shotstack: importShotstack,
  creatomate: importCreatomate,
  json2video: importJson2video,
} as const satisfies Record<string, (document: Source, notes: ImportNotes) => Draft>;

export type ImportFormat = keyof typeof IMPORTERS;
export const IMPORT_FORMATS = Object.keys(IMPORTERS) as ImportFormat[];

/** A document of the service has one of these; another one's would become an empty template. */
const MARKS: Record<ImportFormat, string[]> = {
  shotstack: ['timeline'],
  creatomate: ['elements', 'source'],
  json2video: ['scenes', 'elements'],
};

export interface ImportedDocument {
  /** Passes lint; only what differs from the defaults is written. */
  document: Draft;
  template: Template;
  notes: ImportNote[];
}

/** The document is of another format altogether. */
export class NotImportable extends Error {}

/** @throws {NotImportable} */
export function importDocument(format: ImportFormat, content: unknown): ImportedDocument {
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    throw new NotImportable('The file holds no JSON object.');
  if (!MARKS[format].some((key) => Object.hasOwn(content, key)))
    throw new NotImportable(`It has no "${MARKS[format][0]}", as a document of ${format} has.`);
  const notes = createImportNotes();
  const source = readSource(content as Record<string, unknown>, notes);
  const document = keepAccepted(IMPORTERS[format](source, notes), notes);
  source.finish();
  const template = templateSchema.parse(document);
  noteUnusedExamples(document, template, notes);
  return { document, template, notes: notes.all() };
}

/** A merge field whose place was not carried over would ask for values that show nowhere. */
function noteUnusedExamples(document: Draft, template: Template, notes: ImportNotes): void {
  const used = new Set([
    ...templateVariables(template).map(({ name }) => name),
    ...placeholderNames(JSON.stringify(document)),
  ]);
  const examples = (document.examples ?? {}) as Record<string, string>;
  for (const name of Object.keys(examples)) {
    if (used.has(name)) continue;
    delete examples[name];
    notes.add('', `the variable "${name}" stands nowhere in what was carried over`);
  }
}
