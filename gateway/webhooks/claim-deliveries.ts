import type pg from 'pg';
import { inTransaction } from '../db/in-transaction.ts';
import { newId } from '../new-id.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  eventId: string;
  targetUrl: string;
  encryptedSecret: string;
  body: string;
  /** Counts from 1. */
  attempt: number;
  attemptedAt: Date;
}

/** Longer than an attempt can take: a delivery whose sender died in mid-attempt becomes due again after it. */
const LEASE_SECONDS = 60;

/**
 * Takes deliveries that are due and counts their attempt, both committed before anything is sent: whatever happens to us, nobody
 * sends a seventh time. `busy` says how many are in flight to an endpoint already.
 */
export function claimDeliveries(
  { pool }: { pool: pg.Pool },
  {
    most,
    mostPerEndpoint,
    busy,
  }: { most: number; mostPerEndpoint: number; busy: ReadonlyMap<string, number> },
): Promise<ClaimedDelivery[]> {
  return inTransaction(pool, async (client) => {
    await client.query(
      `UPDATE webhook_deliveries SET state = 'dead', next_attempt_at = NULL
       WHERE state IN ('pending', 'retrying') AND next_attempt_at <= now() AND attempt_count >= $1`,
      [MAX_ATTEMPTS],
    );
    const { rows } = await client.query<ClaimedDelivery>({
      name: 'claim-deliveries',
      text: `
        WITH busy AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS t (endpoint_id, in_flight)),
        due AS (
          SELECT d.id, d.endpoint_id, row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.next_attempt_at) AS place
          FROM webhook_deliveries d
          WHERE d.state IN ('pending', 'retrying') AND d.next_attempt_at <= now()
        ),
        taken AS (
          SELECT d.id FROM webhook_deliveries d
          JOIN due ON due.id = d.id
          LEFT JOIN busy ON busy.endpoint_id = due.endpoint_id
          WHERE due.place + coalesce(busy.in_flight, 0) <= $4
            AND d.state IN ('pending', 'retrying') AND d.next_attempt_at <= now()
          ORDER BY d.next_attempt_at LIMIT $3
          FOR UPDATE OF d SKIP LOCKED
        )
        UPDATE webhook_deliveries d
        SET attempt_count = d.attempt_count + 1, last_attempted_at = now(),
          next_attempt_at = now() + make_interval(secs => $5)
        FROM taken, webhook_endpoints e, webhook_events v
        WHERE d.id = taken.id AND e.id = d.endpoint_id AND v.id = d.event_id
        RETURNING d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", e.target_url AS "targetUrl",
          e.encrypted_secret AS "encryptedSecret", v.body, d.attempt_count AS attempt,
          d.last_attempted_at AS "attemptedAt"`,
      values: [[...busy.keys()], [...busy.values()], most, mostPerEndpoint, LEASE_SECONDS],
    });
    await client.query(
      `INSERT INTO webhook_attempts (id, delivery_id, number, started_at)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[])`,
      [
        rows.map(newId),
        rows.map(({ id }) => id),
        rows.map(({ attempt }) => attempt),
        rows.map(({ attemptedAt }) => attemptedAt),
      ],
    );
    return rows;
  });
}
