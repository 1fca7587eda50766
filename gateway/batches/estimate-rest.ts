const WINDOW_MS = 10_000;

interface Counts {
  rowCount: number;
  succeeded: number;
  failed: number;
}

/** Pace over the last ten seconds of looks at a batch, and how long the rest takes at it. Null until rows have moved. */
export function estimateRest(now: () => number = Date.now) {
  const looks: { at: number; finished: number }[] = [];
  return ({
    rowCount,
    succeeded,
    failed,
  }: Counts): { rowsPerSecond: number | null; etaSeconds: number | null } => {
    const finished = succeeded + failed;
    looks.push({ at: now(), finished });
    while (looks.length > 2 && looks[0]!.at < now() - WINDOW_MS) looks.shift();
    const first = looks[0]!;
    const seconds = (now() - first.at) / 1000;
    if (seconds <= 0 || finished === first.finished) return { rowsPerSecond: null, etaSeconds: null };
    const rowsPerSecond = (finished - first.finished) / seconds;
    return { rowsPerSecond, etaSeconds: Math.ceil((rowCount - finished) / rowsPerSecond) };
  };
}
