/** Text for people, JSON for programs: never both on the same stream. */
export function print(json: boolean | undefined, fields: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(fields, null, 2) : text}\n`);
}

/** A table for people: one line an entry, columns as wide as they need. */
export function printList(json: boolean | undefined, entries: Record<string, unknown>[]): void {
  if (json) return print(true, entries, '');
  if (entries.length === 0) return print(false, {}, '(none)');
  const columns = Object.keys(entries[0]!);
  const lines = [columns, ...entries.map((entry) => columns.map((column) => String(entry[column] ?? '-')))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const text = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  );
  print(false, {}, text.join('\n'));
}
