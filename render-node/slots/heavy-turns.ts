/** Work that takes much memory for a while, such as the check of a video: neighbouring slots do it one after the other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTurns, type Turn } from '../turns.ts';

/** Of one slot's process. Requests have numbers of its own. */
export interface HeavyTurns {
  /** `begin` is called when no neighbour is at such work, or when it has waited for long. */
  want(requestId: number, begin: () => void): void;
  /** Somebody is at such work, or waits for it. */
  isBusy(): boolean;
  over(requestId: number): void;
  /** The process has ended, whatever it was doing. */
  allOver(): void;
}

/** Where there are many slots, one in so many does such work at a time. */
const NEIGHBOURS = 4;
/** A row has its time limit, and the film of a long video takes minutes: memory is not worth a row. */
const PATIENCE_MS = 5_000;

/** @returns the turns of each new process of a slot, by the slot's number from 0 on. */
export function createHeavyTurns(slots: number, patienceMs = PATIENCE_MS): (slot: number) => HeavyTurns {
  const neighbourhoods = Array.from({ length: Math.ceil(slots / NEIGHBOURS) }, () => ({
    nextTurn: createTurns(),
    wanted: 0,
  }));
  return (slot) => {
    const neighbourhood = neighbourhoods[slot % neighbourhoods.length]!;
    const ends = new Map<number, () => void>();
    function over(requestId: number) {
      ends.get(requestId)?.();
      ends.delete(requestId);
    }
    async function end(turn: Turn, taken: Promise<void>) {
      // A turn that nobody waits for any more still comes, and goes at once.
      await taken;
      turn.leave();
      neighbourhood.wanted -= 1;
    }
    return {
      want(requestId, begin) {
        neighbourhood.wanted += 1;
        const turn = neighbourhood.nextTurn();
        const taken = turn.take();
        ends.set(requestId, () => void end(turn, taken));
        void Promise.race([taken, sleep(patienceMs, undefined, { ref: false })]).then(begin);
      },
      isBusy: () => neighbourhood.wanted > 0,
      over,
      allOver() {
        for (const requestId of ends.keys()) over(requestId);
      },
    };
  };
}
