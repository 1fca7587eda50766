import { DatabaseSilent } from './answered-in-time.ts';

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE']);
/** Of PostgreSQL: connection exceptions, disk or memory exhausted, shutting down or not yet up. */
const SERVER_CODES = /^(08|53|57P0)/;
/** Of Prisma: cannot reach, timed out, connection closed, pool exhausted. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
const MESSAGES =
  /Code: `(?:08|53|57P0)|Connection terminated|connection timeout|timeout exceeded when trying to connect|Query read timeout|Can't reach database/i;

/** Whether an error says that PostgreSQL is away or unable, as opposed to a mistake of ours. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof DatabaseSilent) return true;
    const code = String((cause as { code?: unknown }).code ?? '');
    if (CONNECTION_CODES.has(code) || SERVER_CODES.test(code) || PRISMA_CODES.has(code)) return true;
    if (MESSAGES.test(cause.message)) return true;
  }
  return false;
}
