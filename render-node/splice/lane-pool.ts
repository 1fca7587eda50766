/** The open encoders of a slot. It renders one row at a time, mostly of one template: a few lanes are enough. */
import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import { type EncoderLane, openEncoderLane } from './encoder-lane.ts';

export interface LanePool {
  /** An open lane of these settings; a dead one is replaced. Errors as in `openEncoderLane`. */
  take(settings: PictureStreamSettings): Promise<EncoderLane>;
  close(): Promise<void>;
}

const MOST_LANES = 4;

export function createLanePool(): LanePool {
  // A Map remembers the order of insertion: a lane that is used moves to the end.
  const open = new Map<string, EncoderLane>();

  async function closeOldest() {
    for (const [key, lane] of open) {
      if (open.size <= MOST_LANES) return;
      open.delete(key);
      await lane.abandon();
    }
  }

  return {
    async take(settings) {
      const key = JSON.stringify(settings);
      const known = open.get(key);
      open.delete(key);
      const lane = known?.usable ? known : await openEncoderLane(settings);
      open.set(key, lane);
      await closeOldest();
      return lane;
    },
    async close() {
      await Promise.all([...open.values()].map((lane) => lane.abandon()));
      open.clear();
    },
  };
}
