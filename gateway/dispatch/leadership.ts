import type pg from 'pg';
import type { Logger } from '../../runtime/logger.ts';

export interface Leadership {
  /** False once the connection that carries the lock is gone, and with it the lock. */
  readonly held: boolean;
  /** Asks the connection whether it still lives: a peer that vanished without a word is noticed here. */
  confirm(): Promise<void>;
  release(): void;
}

/** Any number will do, as long as it is always the same. */
const DISPATCHER_LOCK = 7_201_918;

/** The right to dispatch: of several gateways one has it, and another gets it when that one ends. Null while it is taken. */
export async function takeLeadership({
  pool,
  log,
}: {
  pool: pg.Pool;
  log: Logger;
}): Promise<Leadership | null> {
  const client = await pool.connect();
  let held = true;
  const lose = (error: Error) => {
    if (held) log.warn({ err: error }, 'the connection that holds the dispatcher lock is gone');
    held = false;
  };
  client.on('error', lose);
  try {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      DISPATCHER_LOCK,
    ]);
    if (!rows[0]?.taken) {
      client.off('error', lose);
      client.release();
      return null;
    }
  } catch (error) {
    client.off('error', lose);
    client.release(true);
    throw error;
  }
  return {
    get held() {
      return held;
    },
    async confirm() {
      await client.query('SELECT 1').catch(lose);
    },
    // Closing the connection gives the lock back, whatever state it is in.
    release() {
      held = false;
      client.release(true);
    },
  };
}
