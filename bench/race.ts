/** Contestants on the same work, one after the other and again: what else the machine does hits all of them alike. */
import { SingleBar } from 'cli-progress';
import { peakMebibytes, sampleMemory } from './memory-samples.ts';
import { cpuSeconds } from './process-tree.ts';
import { median } from './report.ts';
import type { ContestantResult } from './result.ts';

export interface Contestant {
  name: string;
  /** Its process; all that this has started counts too. */
  pid: number;
  /** In each run. */
  rows: number;
  /** Rows before the first run, which is then as fast as all others. */
  warmUp: number;
  render(rows: { first: number; count: number }): Promise<void>;
}

/** Every run renders rows that nobody has seen before. */
export async function race(contestants: Contestant[], runs: number): Promise<ContestantResult[]> {
  const bar = new SingleBar({ format: '{bar} {value}/{total} {name}', stream: process.stderr });
  bar.start((runs + 1) * contestants.length, 0, { name: 'warming up' });
  for (const { name, warmUp, render } of contestants) {
    bar.update({ name });
    await render({ first: 0, count: warmUp });
    bar.increment();
  }
  const measured = contestants.map(() => [] as Run[]);
  for (let run = 0; run < runs; run++)
    for (const [index, contestant] of contestants.entries()) {
      bar.update({ name: contestant.name });
      measured[index]?.push(await measureRun(contestant, run));
      bar.increment();
    }
  bar.stop();
  return contestants.map(({ name, rows }, index) => {
    const all = measured[index] ?? [];
    return {
      name,
      rows,
      rowsPerSecond: median(all.map((run) => run.rowsPerSecond)),
      cpuMsPerRow: median(all.map((run) => run.cpuMsPerRow)),
      peakMebibytes: Math.max(...all.map((run) => run.peakMebibytes)),
    };
  });
}

interface Run {
  rowsPerSecond: number;
  cpuMsPerRow: number;
  peakMebibytes: number;
}

async function measureRun({ pid, rows, warmUp, render }: Contestant, run: number): Promise<Run> {
  const memory = sampleMemory(pid);
  const cpuBefore = await cpuSeconds(pid);
  const started = performance.now();
  await render({ first: warmUp + run * rows, count: rows });
  const seconds = (performance.now() - started) / 1_000;
  const cpu = (await cpuSeconds(pid)) - cpuBefore;
  return {
    rowsPerSecond: rows / seconds,
    cpuMsPerRow: (cpu * 1_000) / rows,
    peakMebibytes: peakMebibytes(await memory.stop()),
  };
}
