const SPAN_MS = 2_000;

/** How many rows a second have gone by lately. */
export interface RowRate {
  add(rows: number): void;
  perSecond(): number;
}

export function createRowRate(now: () => number = () => performance.now()): RowRate {
  let seen: { at: number; rows: number }[] = [];
  return {
    add(rows) {
      const at = now();
      const last = seen.at(-1);
      if (last && at - last.at < 10) last.rows += rows;
      else seen.push({ at, rows });
    },
    perSecond() {
      const from = now() - SPAN_MS;
      seen = seen.filter(({ at }) => at >= from);
      return (seen.reduce((sum, { rows }) => sum + rows, 0) * 1_000) / SPAN_MS;
    },
  };
}
