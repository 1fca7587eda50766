/**
 * Does work that takes much memory for a while, such as the check of a video, when its turn has come: not all slots of a node
 * do such at the same time.
 * @param options `busy`: called in place of the work when another slot is at such work, rather than to wait.
 */
export type Heavily = <T>(
  work: (moment: HeavyMoment) => Promise<T>,
  options?: { busy?: () => T | Promise<T> },
) => Promise<T>;

export interface HeavyMoment {
  /** The node has no other row: its memory and all cores are there for this one, and somebody may wait for it. */
  alone: boolean;
}

export interface HeavyTurn extends HeavyMoment {
  end(): void;
}

/** @param begin null: it was now or never, and is not now. */
export function createHeavily(begin: (orNever: boolean) => Promise<HeavyTurn | null>): Heavily {
  return async (work, { busy } = {}) => {
    const turn = await begin(busy !== undefined);
    if (!turn && busy) return busy();
    try {
      return await work({ alone: turn?.alone ?? false });
    } finally {
      turn?.end();
    }
  };
}
