import { tooManyLargeBodies } from '../refusals.ts';

/** From this many bytes on a body counts as large. */
const LARGE_BYTES = 8 * 1024 * 1024;

/** Keeps memory bounded: only so many large bodies are in hand at the same time. */
export interface LargeBodies {
  /** A place for one request; it is occupied once the body has grown large. */
  place(): {
    /** @throws {RestRefusal} when the body has become large and all places are taken. */
    grownTo(bytes: number): void;
    leave(): void;
  };
}

export function createLargeBodies(atOnce = 2): LargeBodies {
  let taken = 0;
  return {
    place() {
      let occupied = false;
      return {
        grownTo(bytes) {
          if (occupied || bytes < LARGE_BYTES) return;
          if (taken === atOnce) throw tooManyLargeBodies();
          taken++;
          occupied = true;
        },
        leave() {
          if (occupied) taken--;
          occupied = false;
        },
      };
    },
  };
}
