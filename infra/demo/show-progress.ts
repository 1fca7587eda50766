import { MultiBar } from 'cli-progress';
import { cyan, dim } from '../terminal/colours.ts';
import type { Screen } from '../terminal/screen.ts';
import type { BatchStatus } from './rest-client.ts';

export interface Progress {
  update(index: number, status: BatchStatus): void;
  stop(): void;
}

const PLAIN_LINE_MS = 3_000;

/** A live bar for each batch; where nobody watches (a log, a pipe), a plain line every few seconds. */
export function showProgress(batches: { title: string; total: number }[], screen: Screen): Progress {
  return process.stdout.isTTY ? liveBars(batches, screen) : plainLines(batches, screen);
}

function liveBars(batches: { title: string; total: number }[], screen: Screen): Progress {
  const width = Math.max(...batches.map(({ title }) => title.length));
  const bars = new MultiBar({
    format: `  {title}  ${cyan('{bar}')}  {value}/{total}  ${dim('{state}')}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    hideCursor: true,
    forceRedraw: true,
    // Ctrl-C is the supervisor's.
    gracefulExit: false,
  });
  const each = batches.map(({ title, total }) =>
    bars.create(total, 0, { title: title.padEnd(width), state: 'pending' }),
  );
  screen.divertTo((text) => bars.log(text));
  return {
    update: (index, status) => each[index]?.update(terminal(status), { state: describe(status) }),
    stop() {
      bars.stop();
      screen.divertTo(null);
    },
  };
}

function plainLines(batches: { title: string; total: number }[], screen: Screen): Progress {
  const shown = batches.map(() => ({ at: 0, text: '' }));
  return {
    update(index, status) {
      const last = shown[index]!;
      const text = `  ${batches[index]!.title}: ${terminal(status)}/${status.summary.total} ${describe(status)}`;
      const isLast = status.summary.pending === 0;
      if (text === last.text || (!isLast && Date.now() - last.at < PLAIN_LINE_MS)) return;
      shown[index] = { at: Date.now(), text };
      screen.line(text);
    },
    stop: () => undefined,
  };
}

function terminal({ summary }: BatchStatus): number {
  return summary.success + summary.failed;
}

function describe({ status, summary }: BatchStatus): string {
  return summary.failed > 0 ? `${status}, ${summary.failed} failed` : status;
}
