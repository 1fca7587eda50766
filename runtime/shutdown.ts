/**
 * One way down for every process: on SIGTERM, SIGINT, or when the supervisor that started it is gone, the steps run in
 * order, last registered first, and the process exits. A second signal ends it at once.
 */
import type { Logger } from './logger.ts';

export interface Shutdown {
  /** Adds a step; steps run in reverse order, one after the other. */
  onShutdown(name: string, step: () => Promise<unknown> | unknown): void;
  /** Begins the shutdown from inside, for instance after a fatal error. */
  begin(reason: string, exitCode?: number): Promise<never>;
  /** Aborted when the shutdown begins: waits end early. */
  readonly signal: AbortSignal;
}

export function createShutdown(log: Logger, limitMs = 45_000): Shutdown {
  const steps: { name: string; step: () => Promise<unknown> | unknown }[] = [];
  const begun = new AbortController();

  async function begin(reason: string, exitCode = 0): Promise<never> {
    if (begun.signal.aborted) return new Promise<never>(() => undefined);
    log.info({ reason }, 'shutting down');
    begun.abort();
    const limit = setTimeout(() => {
      log.error({ limitMs }, 'shutdown took too long');
      process.exit(1);
    }, limitMs);
    limit.unref();
    for (const { name, step } of steps.reverse()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error, step: name }, 'shutdown step failed');
      }
    }
    log.info('stopped');
    process.exit(exitCode);
  }

  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.on(name, () => (begun.signal.aborted ? process.exit(130) : void begin(name)));
  // A parent that forked us holds the other end of this channel; it closes when the parent dies, however it dies.
  if (process.connected) process.on('disconnect', () => void begin('the supervisor is gone'));

  return { onShutdown: (name, step) => void steps.push({ name, step }), begin, signal: begun.signal };
}
