/** `npm run render -- --template FILE …`: renders a template on this machine, without any server. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { FontPackDamaged } from '../render-node/fonts/font-pack.ts';
import { loadEnvFile } from '../runtime/env-file.ts';
import { InvalidEnvironment } from '../runtime/environment.ts';
import { describeVariables } from './describe-variables.ts';
import { PlaygroundProblem } from './playground-problem.ts';
import { type PlaygroundOptions, runPlayground } from './run-playground.ts';
import { readTemplateFile } from './template-file.ts';
import { watchTemplate } from './watch-template.ts';

loadEnvFile();
const program = new Command('npm run render --')
  .description('Renders a template on this machine: no server, no database, nothing is charged.')
  .requiredOption(
    '--template <file>',
    'the template; asset:NAME is media/NAME or assets/NAME beside it',
    path,
  )
  .option('--rows <file>', 'rows as .csv or .json; without it one row of the template’s examples', path)
  .option('--out <folder>', 'where the files and results.csv go', path, path('out'))
  .option('--still <seconds>', 'a PNG of this moment of each video in place of the video', seconds)
  .option('--row <number>', 'only this row, counted from 1', count)
  .option('--limit <number>', 'only the first rows', count)
  .option('--jobs <number>', 'rows at a time, each in a process of its own', count, availableParallelism())
  .option('--format <name>', 'in place of the template’s output format, such as png')
  .option('--blank', 'one more row in which every variable is blank', false)
  .option(
    '--explain',
    'say for each row what was blank, what made the file and how long it took, and how a video is put together',
    false,
  )
  .option('--contact-sheet <file>', 'all rows on one picture: .png, .jpg or .webp', path)
  .option('--watch', 'draw a still of one row again whenever the template changes', false)
  .option('--list-variables', 'only list the variables, where they stand and the price', false)
  .showHelpAfterError('(--help shows all options)')
  .exitOverride();

try {
  program.parse();
  process.exitCode = (await run(program.opts())) ? 0 : 1;
} catch (error) {
  if (!(error instanceof CommanderError)) process.stderr.write(`${sentence(error)}\n`);
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}

async function run(
  options: PlaygroundOptions & { watch: boolean; listVariables: boolean },
): Promise<boolean> {
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  if (options.listVariables) {
    print(describeVariables((await readTemplateFile(options.template)).template));
    return true;
  }
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  if (!options.watch) return runPlayground(options, print, stop.signal);
  await watchTemplate(options, print, stop.signal);
  return true;
}

/** npm changes into the checkout; paths are meant from where the person stands. */
function path(text: string): string {
  return resolve(process.env.INIT_CWD ?? '.', text);
}

function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('It is a number of seconds, such as 2.5.');
  return number;
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}

function sentence(error: unknown): string {
  const isPlain =
    error instanceof PlaygroundProblem ||
    error instanceof InvalidEnvironment ||
    error instanceof FontPackDamaged;
  return isPlain ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
}
