/** Lets a loop sleep until somebody has work for it. A wake while it works is kept for its next wait. */
export interface WakeSignal {
  wake(): void;
  /** Resolves at the next wake, after `timeoutMs`, or when the signal aborts; never rejects. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWakeSignal(): WakeSignal {
  let isWoken = false;
  let resume: (() => void) | null = null;

  return {
    wake() {
      isWoken = true;
      resume?.();
    },
    async wait(timeoutMs, signal) {
      if (!isWoken && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(finish, timeoutMs);
          function finish() {
            clearTimeout(timer);
            signal.removeEventListener('abort', finish);
            resume = null;
            resolve();
          }
          signal.addEventListener('abort', finish, { once: true });
          resume = finish;
        });
      isWoken = false;
    },
  };
}
