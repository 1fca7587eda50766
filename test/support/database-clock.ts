import pg from 'pg';

export interface DatabaseClock {
  /** The database, seen with the moved clock. */
  url: string;
  /** Moves the clock forward, for everyone who came in by that URL. */
  advance(seconds: number): Promise<void>;
  now(): Promise<Date>;
  close(): Promise<void>;
}

/**
 * A clock in the database's hand: leases, retries and retention all ask PostgreSQL's `now()`, so a function of that name before
 * the real one on the search path moves them all, and the code under test is what runs in production.
 */
export async function createDatabaseClock(databaseUrl: string): Promise<DatabaseClock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    CREATE SCHEMA test_clock;
    CREATE TABLE test_clock.lead AS SELECT interval '0' AS value;
    CREATE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE
      AS 'SELECT pg_catalog.now() + value FROM test_clock.lead';
  `);
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c search_path=test_clock,pg_catalog,public');
  return {
    url: url.href,
    async advance(seconds) {
      await client.query('UPDATE test_clock.lead SET value = value + make_interval(secs => $1)', [seconds]);
    },
    async now() {
      const { rows } = await client.query<{ now: Date }>('SELECT test_clock.now()');
      return rows[0]?.now ?? new Date(Number.NaN);
    },
    close: () => client.end(),
  };
}
