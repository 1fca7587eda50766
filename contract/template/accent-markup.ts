/**
 * `*accent*` in the text of a layer that has an accent. `\*` prints an asterisk, `\\` a backslash. Only the template's own
 * text is read so: what a row inserts is escaped before.
 */
export interface AccentRun {
  text: string;
  accent: boolean;
}

/** Cuts a text at its marks. An asterisk without a second one is printed. */
export function readAccents(text: string): AccentRun[] {
  const runs: AccentRun[] = [];
  const add = (parts: string[], accent: boolean) => {
    if (parts.length > 0) runs.push({ text: parts.map(printed).join(''), accent });
  };
  let plain: string[] = [];
  const parts: string[] = text.match(PARTS) ?? [];
  for (let at = 0; at < parts.length; at++) {
    const end = parts[at] === MARK ? parts.indexOf(MARK, at + 1) : -1;
    if (end === -1) plain.push(parts[at]!);
    else {
      add(plain, false);
      add(parts.slice(at + 1, end), true);
      plain = [];
      at = end;
    }
  }
  add(plain, false);
  return runs;
}

const MARK = '*';
const PARTS = /\\[*\\]|[*\\]|[^*\\]+/g;

function printed(part: string): string {
  return part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
}

/** A row's value as it has to stand in such a text to be printed as it is. */
export function escapeAccents(value: string): string {
  return value.replace(/[*\\]/g, '\\$&');
}
