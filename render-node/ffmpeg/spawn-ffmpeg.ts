/**
 * ffmpeg's processes, above all those that raw frames flow through. Never a shell; whatever reads a file may use local files
 * and pipes only, so a crafted playlist cannot make it fetch anything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { RenderFailure } from '../../contract/render-failure.ts';

export interface FfmpegProcess {
  stdin: Writable;
  stdout: Readable;
  /** Rejects with `FfmpegFailed` unless ffmpeg ends with 0, and with the signal's reason after an abort. */
  finished: Promise<void>;
  /** The last part of what it has printed so far. */
  readonly printed: string;
  /** Ends it at once and waits until it is gone, whatever it was doing. Harmless when it has ended. */
  abandon(): Promise<void>;
}

export class FfmpegFailed extends Error {
  /** The last part of what ffmpeg printed: for the log, never for customers. */
  readonly stderr: string;

  constructor(outcome: string, stderr: string, options?: ErrorOptions) {
    super(`ffmpeg ${outcome}: ${stderr.trim().slice(-2_000) || 'it printed nothing'}`, options);
    this.name = 'FfmpegFailed';
    this.stderr = stderr;
  }
}

/** Placed before each `-i`: what a program may open for that input. */
export const LOCAL_FILES_ONLY = ['-protocol_whitelist', 'file,pipe'];

const STDERR_KEPT_BYTES = 64 * 1024;

/**
 * Raw pictures are large enough for glibc to ask the system for the memory of each, page by page, and to give it back: a tenth
 * of what an encoder costs. With these it keeps what was freed for the next one, as long as the process lives. Other C libraries
 * do not look at them.
 */
const KEEP_MEMORY = {
  MALLOC_MMAP_THRESHOLD_: String(32 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
};

/**
 * @param args everything after `ffmpeg -v error -nostats`.
 * @param options `keepsMemory`: for a process that codes pictures of one size for long.
 */
export function spawnFfmpeg(
  args: string[],
  signal: AbortSignal,
  { keepsMemory = false }: { keepsMemory?: boolean } = {},
): FfmpegProcess {
  signal.throwIfAborted();
  const child = spawn('ffmpeg', ['-hide_banner', '-v', 'error', '-nostats', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: keepsMemory ? { ...process.env, ...KEEP_MEMORY } : process.env,
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  // A write after ffmpeg has gone reports EPIPE here; `finished` tells why it went.
  child.stdin.on('error', () => undefined);
  const printed = keepPrinted(child);
  const finished = ended(child, printed, signal).finally(() => signal.removeEventListener('abort', kill));
  // Whoever pipes may fail first and never look at `finished`.
  finished.catch(() => undefined);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    finished,
    get printed() {
      return printed();
    },
    abandon() {
      kill();
      // Output that nobody reads any more would keep the process from being over.
      child.stdout.destroy();
      return finished.catch(() => undefined);
    },
  };
}

function keepPrinted({ stderr }: ChildProcess): () => string {
  let printed = '';
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-STDERR_KEPT_BYTES);
  });
  return () => printed;
}

async function ended(child: ChildProcess, printed: () => string, signal: AbortSignal): Promise<void> {
  const outcome = await new Promise<string | null>((resolve, reject) => {
    child.on('error', (error) => reject(notStartable(error)));
    child.on('close', (code, killedBy) => {
      if (code === 0) resolve(null);
      else resolve(killedBy ? `was ended by ${killedBy}` : `ended with ${code}`);
    });
  });
  signal.throwIfAborted();
  if (outcome !== null) throw new FfmpegFailed(outcome, printed());
}

function notStartable(cause: Error): Error {
  return new RenderFailure('encoder', 'This render node cannot start ffmpeg; it must be installed there.', {
    cause,
  });
}
