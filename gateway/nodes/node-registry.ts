/** What the render nodes say of themselves, as this gateway hears it. A node that is silent for 30 s counts as gone. */
import type pg from 'pg';
import { NODE_BEAT_SUBJECT } from '../../contract/messaging.ts';
import { type NodeBeat, nodeBeatSchema } from '../../contract/render-report.ts';
import type { MediaKind } from '../../contract/render-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';

export interface NodeRegistry {
  /** Slots that can take a row of this kind now. */
  liveSlots(kind: MediaKind): number;
  /** Rows that live nodes named in their last beat. */
  rowsInWork(): ReadonlySet<string>;
  close(): void;
}

export const NODE_GONE_SECONDS = 30;

/** Also writes what it hears to the database while `isWriter` says so: of several gateways one is enough. */
export function createNodeRegistry({
  bus,
  pool,
  log,
  isWriter,
  onBeat,
}: {
  bus: MessageBus;
  pool: pg.Pool;
  log: Logger;
  isWriter: () => boolean;
  onBeat: () => void;
}): NodeRegistry {
  const heard = new Map<
    string,
    { beat: Pick<NodeBeat, 'kinds' | 'slots' | 'state' | 'rowIds'>; at: number }
  >();
  /** The last beat of each node that is not in the database yet. */
  const unsaved = new Map<string, NodeBeat>();
  let isSaving = false;
  const unsubscribe = bus.subscribe(NODE_BEAT_SUBJECT, (payload) => {
    const beat = nodeBeatSchema.parse(payload);
    const isNews = heard.get(beat.nodeId)?.beat.state !== beat.state;
    if (beat.state === 'stopped') heard.delete(beat.nodeId);
    else heard.set(beat.nodeId, { beat, at: performance.now() });
    if (isNews) onBeat();
    if (!isWriter()) return;
    unsaved.set(beat.nodeId, beat);
    if (!isSaving) void saveInTurn();
  });
  remember().catch((error) => log.warn({ err: error }, 'earlier node beats could not be read'));

  /** One after the other: a node that drains and stops at once must not be written in the other order. */
  async function saveInTurn() {
    isSaving = true;
    // What comes in meanwhile is walked through, too.
    for (const [nodeId, beat] of unsaved) {
      unsaved.delete(nodeId);
      await saveNode(pool, beat).catch((error) => log.warn({ err: error }, 'node beat could not be stored'));
    }
    isSaving = false;
  }

  /** A gateway that starts while nodes work need not wait for their next beat. */
  async function remember() {
    for (const { id, kinds, slots, state, secondsAgo } of await readLiveNodes(pool))
      if (!heard.has(id))
        heard.set(id, {
          beat: { kinds, slots, state, rowIds: [] },
          at: performance.now() - secondsAgo * 1_000,
        });
  }

  function live() {
    const since = performance.now() - NODE_GONE_SECONDS * 1_000;
    for (const [nodeId, { at }] of heard) if (at < since) heard.delete(nodeId);
    return [...heard.values()].map(({ beat }) => beat);
  }

  return {
    liveSlots: (kind) =>
      live()
        .filter(({ state, kinds }) => state === 'running' && kinds.includes(kind))
        .reduce((sum, { slots }) => sum + slots, 0),
    rowsInWork: () => new Set(live().flatMap(({ rowIds }) => rowIds)),
    close: unsubscribe,
  };
}

async function saveNode(pool: pg.Pool, beat: NodeBeat): Promise<void> {
  await pool.query({
    name: 'save-node',
    text: `
      INSERT INTO render_nodes
        (id, hostname, kinds, slots, state, encoder, encoder_reason, rows_done, rss_bytes, last_seen_at)
      VALUES ($1, $2, $3::"MediaKind"[], $4, $5, $6, $7, $8, $9, now())
      ON CONFLICT (id) DO UPDATE SET
        hostname = excluded.hostname, kinds = excluded.kinds, slots = excluded.slots, state = excluded.state,
        encoder = excluded.encoder, encoder_reason = excluded.encoder_reason, rows_done = excluded.rows_done,
        rss_bytes = excluded.rss_bytes, last_seen_at = excluded.last_seen_at`,
    values: [
      beat.nodeId,
      beat.hostname,
      beat.kinds,
      beat.slots,
      beat.state,
      beat.encoder,
      beat.encoderReason,
      beat.rowsDone,
      beat.rssBytes,
    ],
  });
}

async function readLiveNodes(pool: pg.Pool) {
  const { rows } = await pool.query<{
    id: string;
    kinds: MediaKind[];
    slots: number;
    state: NodeBeat['state'];
    secondsAgo: number;
  }>(
    `SELECT id, kinds::text[] AS kinds, slots, state, extract(epoch FROM now() - last_seen_at)::float8 AS "secondsAgo"
     FROM render_nodes
     WHERE state <> 'stopped' AND last_seen_at > now() - make_interval(secs => $1)`,
    [NODE_GONE_SECONDS],
  );
  return rows;
}
