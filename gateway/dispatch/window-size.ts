/** Enough for a node that has just started and has not been heard of yet. */
const WITHOUT_NODES = 4;

/**
 * How many rows of a kind may be out. Every slot needs its row and one waiting behind it; fast rows need about a second's
 * worth on top, so that no slot waits for us. Not more than that: a row behind the window waits for all that is in it, and
 * with a video on every slot each place costs many seconds.
 */
export function windowSize({ slots, rowsPerSecond }: { slots: number; rowsPerSecond: number }): number {
  const least = slots === 0 ? WITHOUT_NODES : 2 * slots;
  const most = Math.max(32, 4 * slots);
  return Math.min(most, Math.max(least, slots + Math.ceil(rowsPerSecond)));
}
