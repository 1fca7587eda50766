/** The rows that a slot's process was given and is not done with yet: one that it paints, and one that it stores. */
import type { RenderOutcome } from '../render-outcome.ts';

export interface SlotRows {
  /** @returns its number here, and what becomes of it. */
  add(): { row: number; outcome: Promise<RenderOutcome> };
  /** From now on; past it `late` is called. */
  limitTime(row: number, ms: number): void;
  /** It only waits for encoders and files. */
  painted(row: number): void;
  /** Resolves its outcome, while the process may go on. */
  answer(row: number, outcome: RenderOutcome): void;
  leave(row: number): void;
  /** Both. */
  finish(row: number, outcome: RenderOutcome): void;
  finishAll(outcome: (state: { painted: boolean }) => RenderOutcome): void;
  readonly size: number;
  /** Another row may come: none is painted, and no more than one stored. */
  readonly isFree: boolean;
  /** Resolves when it is free, which it may not be for ever: a row that is answered may go on. */
  free(): Promise<void>;
  /** Resolves when there is none. */
  empty(): Promise<void>;
}

interface Row {
  painted: boolean;
  timer: NodeJS.Timeout | undefined;
  resolve(outcome: RenderOutcome): void;
}

export function createSlotRows(late: (row: number, limitMs: number) => void): SlotRows {
  const rows = new Map<number, Row>();
  const waiting = new Set<{ until: () => boolean; resolve: () => void }>();
  let added = 0;

  const isEmpty = () => rows.size === 0;
  const isFree = () => isEmpty() || (rows.size === 1 && [...rows.values()].every(({ painted }) => painted));

  function wait(until: () => boolean): Promise<void> {
    if (until()) return Promise.resolve();
    return new Promise((resolve) => waiting.add({ until, resolve }));
  }

  function tellWaiting() {
    for (const one of waiting) {
      if (!one.until()) continue;
      waiting.delete(one);
      one.resolve();
    }
  }

  function answer(number: number, outcome: RenderOutcome) {
    const row = rows.get(number);
    if (!row) return;
    row.resolve(outcome);
    // What it still does may be painting.
    row.painted = false;
  }

  function leave(number: number) {
    clearTimeout(rows.get(number)?.timer);
    if (rows.delete(number)) tellWaiting();
  }

  function finish(number: number, outcome: RenderOutcome) {
    answer(number, outcome);
    leave(number);
  }

  return {
    add() {
      const row = added++;
      const outcome = new Promise<RenderOutcome>((resolve) =>
        rows.set(row, { painted: false, timer: undefined, resolve }),
      );
      return { row, outcome };
    },
    limitTime(number, ms) {
      const row = rows.get(number);
      if (!row) return;
      clearTimeout(row.timer);
      row.timer = setTimeout(() => late(number, ms), ms);
    },
    painted(number) {
      const row = rows.get(number);
      if (row) row.painted = true;
      tellWaiting();
    },
    answer,
    leave,
    finish,
    finishAll(outcome) {
      for (const [number, { painted }] of rows) finish(number, outcome({ painted }));
    },
    get size() {
      return rows.size;
    },
    get isFree() {
      return isFree();
    },
    free: () => wait(isFree),
    empty: () => wait(isEmpty),
  };
}
