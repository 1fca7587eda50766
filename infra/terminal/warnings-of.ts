/** From a child's JSON log, what an operator should see in the terminal: warnings and errors, each at most every 30 s. */
const WARNING = 40;
const QUIET_MS = 30_000;

export function warningsOf(
  name: string,
  show: (sentence: string) => void,
  now: () => number = Date.now,
): (line: string) => void {
  const shownAt = new Map<string, number>();
  return (line) => {
    const entry = parse(line);
    if (!entry || entry.level < WARNING) return;
    const sentence = `${name}: ${entry.msg ?? 'something went wrong'}${entry.err?.message ? ` (${firstLine(entry.err.message)})` : ''}`;
    const last = shownAt.get(sentence);
    if (last !== undefined && now() - last < QUIET_MS) return;
    shownAt.set(sentence, now());
    show(sentence);
  };
}

interface LogEntry {
  level: number;
  msg?: string;
  err?: { message?: string };
}

/** What is not a log line of ours (a crash's stack, for instance) stays in the log file. */
function parse(line: string): LogEntry | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]!.slice(0, 200);
}
