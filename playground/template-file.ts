import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lintTemplate } from '../contract/template/lint-template.ts';
import type { Template } from '../contract/template/template.ts';
import { PlaygroundProblem } from './playground-problem.ts';

export interface TemplateFile {
  path: string;
  /** The folder that holds the template: its media lie beside it. */
  folder: string;
  /** As written, with an output format that takes the place of its own. */
  document: object;
  template: Template;
}

/**
 * @param format takes the place of the template's `output.format`
 * @throws {PlaygroundProblem} naming each fault by its path
 */
export async function readTemplateFile(path: string, format?: string): Promise<TemplateFile> {
  const written = await readJson(path);
  const document = format === undefined ? written : withFormat(written, format);
  const lint = lintTemplate(document);
  if (!lint.ok)
    throw new PlaygroundProblem(
      [
        `${path} has faults:`,
        ...lint.faults.map((fault) => `  ${fault.path || '(document)'}: ${fault.message}`),
      ].join('\n'),
    );
  return { path, folder: dirname(path), document: document as object, template: lint.template };
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new PlaygroundProblem(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
      { cause: error },
    );
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlaygroundProblem(`${path} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

function withFormat(document: unknown, format: string): unknown {
  if (document === null || typeof document !== 'object') return document;
  const { output } = document as { output?: unknown };
  return { ...document, output: { ...(typeof output === 'object' ? output : {}), format } };
}
