/**
 * Does work that takes much memory for a while, such as the check of a video, when its turn has come: not all slots of a node
 * do such at the same time.
 * @param options `busy`: called in place of the work when another slot is at such work, rather than to wait.
 */
export type Heavily = <T>(work: () => Promise<T>, options?: { busy?: () => T | Promise<T> }) => Promise<T>;

/** @param begin resolves with what ends the turn; with null when it was now or never, and is not now. */
export function createHeavily(begin: (orNever: boolean) => Promise<(() => void) | null>): Heavily {
  return async (work, { busy } = {}) => {
    const end = await begin(busy !== undefined);
    if (!end && busy) return busy();
    try {
      return await work();
    } finally {
      end?.();
    }
  };
}
