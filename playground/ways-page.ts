/** docs/how-examples-are-made.md: how each video example would be spliced, span by span. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ExplainedSpan, explainSpans } from '../render-node/splice/explain-spans.ts';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { planFileWays } from './plan-file-ways.ts';
import type { PlannedWays } from './plan-ways.ts';
import { readRows } from './rows/read-rows.ts';
import { readTemplateFile, type TemplateFile } from './template-file.ts';

export const WAYS_PAGE = join(repositoryRoot, 'docs', 'how-examples-are-made.md');
const EXAMPLES = join(repositoryRoot, 'examples');

/** The page as it should be. @param workFolder may be removed afterwards. */
export async function printWaysPage(workFolder: string): Promise<string> {
  const sections: string[] = [];
  for (const name of (await readdir(EXAMPLES)).sort()) {
    if (!existsSync(join(EXAMPLES, name, 'template.json'))) continue;
    const file = await readTemplateFile(join(EXAMPLES, name, 'template.json'));
    if (file.template.kind === 'video') sections.push(section(file, await planGoldenRow(file, workFolder)));
  }
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# How the examples' videos are made

A row's video is cut into spans, and each goes the cheapest way that fits ([why and how](decisions/splice.md)). Here is what
the golden row of each video example would take: as the first row of a batch, when nothing is known yet and nothing is prepared for others,
and as one of many, when every value is new. Values that a row before has had cost nothing again.

| Way | |
|---|---|
| cached | taken as a row before has encoded it |
| slice splice | only some rows of pixels are painted and encoded, all else of each picture is the template's |
| frame splice | only pictures that differ from the one before are painted and encoded |
| full encode | most frames are encoded: something moves all the time |

Pictures are those that go through the encoder; a frame that shows the same as the one before is none. A hold of more than four
seconds repeats its key picture. \`npm run docs:ways\` writes this page; a test fails when it is not what the code does. Every
example is also [rendered both ways and compared](../test/render-node/splice/expect-sameness.ts) with what was painted.`;

function section({ path, folder, template }: TemplateFile, { first, later }: PlannedWays): string {
  if (template.kind !== 'video') throw new Error(`${path} is no video`);
  const { width, height, fps } = template;
  const then = explainSpans(later, fps);
  const rows = explainSpans(first, fps).map((span, index) => line(span, then[index]!));
  const frames = first.reduce((sum, span) => sum + span.frames, 0);
  const [atFirst, after] = [first, later].map((spans) =>
    spans.reduce((sum, { encoded }) => sum + encoded, 0),
  );
  return `## ${basename(folder)}

${width} × ${height}, ${fps} fps, ${rounded(frames / fps)} s. Of ${frames} frames the first row encodes ${atFirst} pictures, a later one ${after}.

| Seconds | Frames | First row | Pictures | Later rows | Pictures | Why |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

function line(first: ExplainedSpan, later: ExplainedSpan): string {
  const seconds = `${rounded(first.from)} to ${rounded(first.to)}`;
  return `| ${[seconds, first.frames, first.way, first.encoded, later.way, later.encoded, later.why].join(' | ')} |`;
}

function rounded(seconds: number): string {
  return String(Math.round(seconds * 100) / 100);
}

async function planGoldenRow(file: TemplateFile, workFolder: string): Promise<PlannedWays> {
  const { rows } = await readRows(join(file.folder, 'rows-edge.csv'));
  return planFileWays(file, rows[0]!.values, workFolder);
}
