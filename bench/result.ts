/** What a benchmark finds. */

export interface ContestantResult {
  name: string;
  /** In each run. */
  rows: number;
  rowsPerSecond: number;
  cpuMsPerRow: number;
  peakMebibytes: number;
}

interface CommonResult {
  /** As in the list of benchmarks: `V1`. */
  id: string;
  title: string;
  /** What was aimed at, in words. */
  target: string | null;
  notes: string[];
}

export type Finding = CommonResult &
  (
    | { kind: 'race'; unit: 'videos/min' | 'images/s'; runs: number; contestants: ContestantResult[] }
    | { kind: 'curve'; points: { rows: number; seconds: number }[] }
    | { kind: 'figures'; figures: [name: string, value: string][] }
  );

/** A finding and the machine and day it is of. */
export type Result = Finding & { machine: string };
