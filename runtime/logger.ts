import { type Logger, pino } from 'pino';

export type { Logger };

/** One JSON line per event: a fixed sentence, facts as fields, never a customer's data or a key. */
export function createLogger(name: string, level = process.env.LOG_LEVEL ?? 'info'): Logger {
  return pino({
    name,
    level,
    redact: ['authorization', 'headers.authorization', 'apiKey', 'secret', 'values'],
  });
}
