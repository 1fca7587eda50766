/** Text of several styles in a row. Most texts are a single run, and cost no more than a string. */
export interface TextRun {
  text: string;
  /** Which of the text's fonts draws it. */
  style: number;
}

export function runsText(runs: TextRun[]): string {
  return runs.length === 1 ? runs[0]!.text : runs.map(({ text }) => text).join('');
}

/** The runs cut into the given parts, which together are their text. */
export function cutRuns(runs: TextRun[], parts: string[]): TextRun[][] {
  const [only, another] = runs;
  if (only && !another) return parts.map((text) => [{ text, style: only.style }]);
  let [run, at] = [0, 0];
  return parts.map((part) => {
    const cut: TextRun[] = [];
    for (let left = part.length; left > 0; ) {
      const { text, style } = runs[run]!;
      const taken = text.slice(at, at + left);
      if (taken !== '') cut.push({ text: taken, style });
      left -= taken.length;
      at += taken.length;
      if (at === text.length) [run, at] = [run + 1, 0];
    }
    return cut;
  });
}

/** Behind one another, as few runs as possible. */
export function joinRuns(parts: TextRun[][]): TextRun[] {
  const joined: TextRun[] = [];
  for (const { text, style } of parts.flat()) {
    const last = joined.at(-1);
    if (last?.style === style) last.text += text;
    else joined.push({ text, style });
  }
  return joined;
}

/** Without the white space at the end. */
export function trimRunsEnd(runs: TextRun[]): TextRun[] {
  const last = runs.at(-1);
  if (!last) return runs;
  const text = last.text.trimEnd();
  if (text.length === last.text.length) return runs;
  const rest = runs.slice(0, -1);
  return text === '' ? trimRunsEnd(rest) : [...rest, { ...last, text }];
}

/** The white space that `trimRunsEnd` has taken away. */
export function runsEnd(runs: TextRun[], trimmed: TextRun[]): TextRun[] {
  if (runs === trimmed) return [];
  const last = runs.at(-1)!;
  return [{ text: runsText(runs).slice(runsText(trimmed).length), style: last.style }];
}

/** Cuts at each separator, which belongs to no part. */
export function splitRuns(runs: TextRun[], separator: string): TextRun[][] {
  const parts: TextRun[][] = [[]];
  for (const { text, style } of runs)
    for (const [index, piece] of text.split(separator).entries()) {
      if (index > 0) parts.push([]);
      if (piece !== '') parts.at(-1)!.push({ text: piece, style });
    }
  return parts;
}
