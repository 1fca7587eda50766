/** The open encoders of a slot. Its rows come one after the other, mostly of one template: a few lanes are enough. */
import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import { type EncoderLane, type LaneCoding, openEncoderLane } from './encoder-lane.ts';

export interface LanePool {
  /**
   * A row begins: what its pictures have in common, whoever encodes them. A lane that no row has used for long is closed:
   * it holds as much memory as forty pictures. Errors as in `openEncoderLane`.
   */
  beginRow(settings: PictureStreamSettings): Promise<LaneCoding>;
  /** A row will begin soon: opens its lane unless what its pictures have in common is known. Errors come when it is taken. */
  openAhead(settings: PictureStreamSettings): void;
  /** An open lane of these settings; a dead one is replaced. Errors as in `openEncoderLane`. */
  take(settings: PictureStreamSettings): Promise<EncoderLane>;
  /** Closes all lanes when what was sent to them is out: their memory is needed for something else. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

const MOST_LANES = 4;
const MOST_IDLE_ROWS = 10;
/** Each is a few hundred bytes. */
const MOST_CODINGS = 64;

interface OpenLane {
  lane: EncoderLane;
  /** The row that took it last. */
  usedBy: number;
}

export function createLanePool(): LanePool {
  // A Map remembers the order of insertion: a lane that is used moves to the end.
  const open = new Map<string, OpenLane>();
  const opening = new Map<string, Promise<EncoderLane>>();
  const codings = new Map<string, LaneCoding>();
  let row = 0;

  async function closeUnused() {
    for (const [key, { lane, usedBy }] of open) {
      const idleRows = row - usedBy;
      // Pictures of this row and the one before may still be inside.
      if (idleRows <= 1 || (open.size <= MOST_LANES && idleRows <= MOST_IDLE_ROWS)) return;
      open.delete(key);
      await lane.abandon();
    }
  }

  async function take(settings: PictureStreamSettings): Promise<EncoderLane> {
    const key = JSON.stringify(settings);
    const known = open.get(key)?.lane;
    open.delete(key);
    const lane = known?.usable ? known : await (opening.get(key) ?? openEncoderLane(settings));
    open.set(key, { lane, usedBy: row });
    if (codings.size >= MOST_CODINGS) codings.clear();
    codings.set(key, lane.coding);
    await closeUnused();
    return lane;
  }

  async function rest() {
    const lanes = [...open.values()].map(({ lane }) => lane);
    open.clear();
    await Promise.all(
      lanes.map(async (lane) => {
        await lane.drained();
        await lane.abandon();
      }),
    );
  }

  return {
    async beginRow(settings) {
      row++;
      await closeUnused();
      return codings.get(JSON.stringify(settings)) ?? (await take(settings)).coding;
    },
    openAhead(settings) {
      const key = JSON.stringify(settings);
      if (codings.has(key) || open.has(key) || opening.has(key)) return;
      const lane = openEncoderLane(settings);
      opening.set(key, lane);
      const opened = (lane: EncoderLane) => open.has(key) || open.set(key, { lane, usedBy: row });
      // Whoever takes it is told what went wrong.
      void lane.then(opened, () => undefined).finally(() => opening.delete(key));
    },
    take,
    rest,
    async close() {
      await Promise.allSettled(opening.values());
      await Promise.all([...open.values()].map(({ lane }) => lane.abandon()));
      open.clear();
    },
  };
}
