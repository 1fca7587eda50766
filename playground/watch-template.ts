/** `--watch`: a still of one row, drawn anew whenever the template, its rows or its media change. */
import { existsSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { ASSET_FOLDERS } from './local-assets.ts';
import { openLocalRenderer } from './local-renderer.ts';
import { PlaygroundProblem } from './playground-problem.ts';
import { renderRows } from './render-rows.ts';
import { chooseRows, type PlaygroundOptions, templateAssets } from './run-playground.ts';
import { readTemplateFile } from './template-file.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/** Runs until `stop` is aborted. What is wrong with the template is said, and the next change tried. */
export async function watchTemplate(
  options: PlaygroundOptions,
  print: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const renderer = await openLocalRenderer({ jobs: 1, encodesVideo: false });
  const turn = createTurn(() => drawStill().catch(say));

  async function drawStill() {
    const file = await readTemplateFile(options.template, options.format);
    const { rows } = await chooseRows({ ...options, limit: options.row === undefined ? 1 : undefined }, file);
    const assets = renderer.assetsBeside(file.folder);
    const kind = file.template.kind;
    const template = await renderer.load(
      { document: file.document, kind },
      await templateAssets(file, assets, print),
    );
    const stillSeconds =
      options.still ?? (file.template.kind === 'video' ? file.template.thumbnail_time : undefined);
    const results = await renderRows({
      renderer,
      template,
      assets,
      rows,
      outputFolder: options.out,
      stillSeconds,
    });
    for (const { file: name, error, notes, ms } of results) {
      print(name === null ? `Failed: ${error}` : `${join(options.out, name)} in ${ms} ms`);
      for (const note of notes) print(`  note: ${note}`);
    }
  }

  function say(error: unknown) {
    if (!(error instanceof PlaygroundProblem)) throw error;
    print(error.message);
  }

  const folders = watchedFolders(options);
  const watchers = folders.map((folder) =>
    watch(folder, (_event, name) => {
      // What we write there ourselves is no change of the author's.
      if (name === null || !join(folder, name).startsWith(options.out)) turn.wanted();
    }),
  );
  turn.wanted();
  print(`Watching ${folders.join(', ')}. Ctrl-C ends it.`);
  await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
  for (const watcher of watchers) watcher.close();
  turn.cancel();
  await renderer.close();
}

/** Each by itself: a recursive watch loses files that an editor replaces. */
function watchedFolders({ template, rows }: PlaygroundOptions): string[] {
  const home = dirname(template);
  const media = ASSET_FOLDERS.map((name) => join(home, name)).filter((folder) => existsSync(folder));
  return [...new Set([home, ...media, ...(rows === undefined ? [] : [dirname(rows)])])];
}

/** One drawing at a time; what changes meanwhile leads to one more. */
function createTurn(work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;
  async function run() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    await work();
    running = false;
    if (again) {
      again = false;
      wanted();
    }
  }
  function wanted() {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLE_MS);
  }
  return { wanted, cancel: () => clearTimeout(timer) };
}
