import { type Logger, pino } from 'pino';

export type { Logger };

/** One JSON line per event: a fixed sentence, facts as fields, never a customer's data or a key. */
export function createLogger(name: string, level = process.env.LOG_LEVEL ?? 'info'): Logger {
  return pino(
    {
      name,
      level,
      redact: ['authorization', 'headers.authorization', 'apiKey', 'secret', 'values'],
    },
    // Written at once: what pino keeps back for later it tries to write for ever when the reader is gone (the supervisor
    // was killed), and the process could not exit.
    pino.destination({ dest: 1, sync: true }),
  );
}
