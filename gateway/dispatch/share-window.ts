/**
 * Who gets the next places in the farm's window. Workspaces share it evenly, whatever the size of their batches, and within
 * a workspace its batches do. The next place goes to whoever has the fewest rows out: so no workspace holds more than half while
 * another waits, and a batch of one row overtakes a batch of 20,000.
 */
export interface WaitingBatch {
  id: string;
  workspaceId: string;
  createdAt: Date;
  /** Rows that could go out now. */
  waiting: number;
}

export interface BatchOut {
  batchId: string;
  workspaceId: string;
  /** Rows handed to the farm and not yet reported. */
  rows: number;
}

/**
 * The batch of each place to fill, in order; fewer than `free` when fewer rows wait. `lastTurns` tells when a workspace or batch
 * was last served: of those with equally many rows out, the one that waited longest is next.
 */
export function shareWindow({
  free,
  waiting,
  out,
  lastTurns,
}: {
  free: number;
  waiting: WaitingBatch[];
  out: BatchOut[];
  lastTurns: ReadonlyMap<string, number>;
}): string[] {
  const workspaces = new Map<string, Workspace>();
  for (const batch of waiting.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())) {
    const workspace = workspaces.get(batch.workspaceId) ?? {
      rowsOut: rowsOf(out, ({ workspaceId }) => workspaceId === batch.workspaceId),
      lastTurn: lastTurns.get(batch.workspaceId) ?? 0,
      batches: [],
    };
    workspaces.set(batch.workspaceId, workspace);
    workspace.batches.push({
      id: batch.id,
      waiting: batch.waiting,
      rowsOut: rowsOf(out, ({ batchId }) => batchId === batch.id),
      lastTurn: lastTurns.get(batch.id) ?? 0,
    });
  }

  const places: string[] = [];
  while (places.length < free) {
    const workspace = next([...workspaces.values()].filter(({ batches }) => batches.length > 0));
    const batch = workspace && next(workspace.batches);
    if (!batch) break;
    places.push(batch.id);
    workspace.rowsOut += 1;
    batch.rowsOut += 1;
    batch.waiting -= 1;
    if (batch.waiting === 0) workspace.batches = workspace.batches.filter((other) => other !== batch);
  }
  return places;
}

interface Candidate {
  rowsOut: number;
  lastTurn: number;
}

interface Workspace extends Candidate {
  batches: (Candidate & { id: string; waiting: number })[];
}

function rowsOf(out: BatchOut[], mine: (batch: BatchOut) => boolean): number {
  return out.filter(mine).reduce((sum, { rows }) => sum + rows, 0);
}

/** The first of the best, so that the order given decides a tie. */
function next<T extends Candidate>(candidates: T[]): T | undefined {
  let best: T | undefined;
  for (const candidate of candidates)
    if (
      !best ||
      candidate.rowsOut < best.rowsOut ||
      (candidate.rowsOut === best.rowsOut && candidate.lastTurn < best.lastTurn)
    )
      best = candidate;
  return best;
}
