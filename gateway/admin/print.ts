/** Text for people, JSON for programs: never both on the same stream. */
export function print(json: boolean | undefined, fields: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(fields, null, 2) : text}\n`);
}

/** A list: a table for people, one line an entry. */
export function printList(json: boolean | undefined, entries: Record<string, unknown>[]): void {
  print(json, entries, entries.length === 0 ? '(none)' : table(entries));
}

/** Columns are as wide as they need. */
function table(entries: Record<string, unknown>[]): string {
  const columns = Object.keys(entries[0]!);
  const lines = [columns, ...entries.map((entry) => columns.map((column) => String(entry[column] ?? '-')))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
