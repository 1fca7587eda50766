/**
 * Rows of a slot take turns at painting: its canvases and the inputs of its encoders are all rows'. A row that has painted
 * all and only waits, for encoders and for files, leaves its turn to the next one.
 */
export interface Turn {
  /** Resolves when the row may paint: at once while it has the turn. */
  take(): Promise<void>;
  /** It only waits from now on. */
  leave(): void;
}

/** @returns a row's turn, not yet taken. */
export function createTurns(): () => Turn {
  let lastEnds: Promise<void> = Promise.resolve();
  return () => {
    const held: { end: (() => void) | null } = { end: null };
    return {
      async take() {
        if (held.end) return;
        const before = lastEnds;
        lastEnds = new Promise((resolve) => {
          held.end = resolve;
        });
        await before;
      },
      leave() {
        held.end?.();
        held.end = null;
      },
    };
  };
}
