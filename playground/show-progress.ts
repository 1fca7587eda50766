import { SingleBar } from 'cli-progress';

export interface Progress {
  rowDone(failed: boolean): void;
  stop(): void;
}

const PLAIN_LINE_MS = 3_000;

/** A live bar; where nobody watches (a log, a pipe), a plain line every few seconds. */
export function showProgress(total: number, output: NodeJS.WriteStream): Progress {
  let done = 0;
  let failed = 0;
  const show = output.isTTY ? liveBar(total, output) : plainLines(total, output);
  return {
    rowDone(hasFailed) {
      done += 1;
      if (hasFailed) failed += 1;
      show.update(done, failed > 0 ? `${failed} failed` : '');
    },
    stop: show.stop,
  };
}

interface Display {
  update(done: number, state: string): void;
  stop(): void;
}

function liveBar(total: number, stream: NodeJS.WriteStream): Display {
  const bar = new SingleBar({
    format: '{bar}  {value}/{total}  {eta_formatted} left  {state}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 32,
    hideCursor: true,
    stream,
    // Ctrl-C is ours: what is rendered by then is kept and listed.
    gracefulExit: false,
  });
  bar.start(total, 0, { state: '' });
  return { update: (done, state) => bar.update(done, { state }), stop: () => bar.stop() };
}

function plainLines(total: number, stream: NodeJS.WriteStream): Display {
  let shownAt = Date.now();
  return {
    update(done, state) {
      if (done < total && Date.now() - shownAt < PLAIN_LINE_MS) return;
      shownAt = Date.now();
      stream.write(`${done}/${total} rows${state && `, ${state}`}\n`);
    },
    stop: () => undefined,
  };
}
