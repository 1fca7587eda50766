/** `npm run import-template -- --from FORMAT --file IN --out OUT`: another service's template as a file of ours. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, CommanderError, Option } from 'commander';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  importDocument,
  NotImportable,
} from '../importers/import-document.ts';
import { describeNotes } from '../importers/import-notes.ts';
import { describeVariables } from './describe-variables.ts';
import { PlaygroundProblem } from './playground-problem.ts';

const program = new Command('npm run import-template --')
  .description('Turns a template of another service into one of ours and lists what it could not carry over.')
  .addOption(new Option('--from <service>', 'whose it is').choices(IMPORT_FORMATS).makeOptionMandatory())
  .requiredOption('--file <path>', 'its document (JSON)', path)
  .requiredOption('--out <path>', 'where ours is written', path)
  .showHelpAfterError('(--help shows all options)')
  .exitOverride();

try {
  program.parse();
  await run(program.opts());
} catch (error) {
  if (!(error instanceof CommanderError)) process.stderr.write(`${sentence(error)}\n`);
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}

async function run({ from, file, out }: { from: ImportFormat; file: string; out: string }): Promise<void> {
  const { document, template, notes } = importDocument(from, await readJson(file));
  await writeFile(out, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`${out} is written.\n\n${describeVariables(template)}\n\n${describeNotes(notes)}\n`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new PlaygroundProblem(`${file} cannot be read as JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** npm changes into the checkout; paths are meant from where the person stands. */
function path(text: string): string {
  return resolve(process.env.INIT_CWD ?? '.', text);
}

function sentence(error: unknown): string {
  if (error instanceof NotImportable || error instanceof PlaygroundProblem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
