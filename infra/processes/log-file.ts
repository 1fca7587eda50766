import { closeSync, existsSync, openSync, renameSync, writeSync } from 'node:fs';

export interface LogFile {
  readonly path: string;
  write(chunk: string | Uint8Array): void;
  /** The last lines of what was written since the start, for error messages. */
  tail(lines: number): string;
  close(): void;
}

const LARGEST_BYTES = 50_000_000;
const KEPT_FOR_TAIL = 8_000;

/** A log that begins anew at each start and whenever it reaches 50 MB; the one before is kept as `….old`. */
export function openLogFile(path: string): LogFile {
  let bytes = 0;
  let recent = '';
  let file = begin();

  function begin() {
    bytes = 0;
    if (existsSync(path)) renameSync(path, `${path}.old`);
    return openSync(path, 'w', 0o600);
  }

  return {
    path,
    write(chunk) {
      bytes += writeSync(file, Buffer.from(chunk));
      recent = (recent + chunk.toString()).slice(-KEPT_FOR_TAIL);
      if (bytes < LARGEST_BYTES) return;
      closeSync(file);
      file = begin();
    },
    tail: (lines) => recent.trimEnd().split('\n').slice(-lines).join('\n'),
    close: () => closeSync(file),
  };
}
