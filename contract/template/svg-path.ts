/** Is a text SVG path data (SVG 2, §9.3)? Only its form is looked at: each command has its numbers, the first is a move. */

const ARGUMENTS: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const TOKEN = /[\s,]*(?:([a-z])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|(\S))/iuy;

export function isSvgPath(data: string): boolean {
  const source = data.replace(/[\s,]+$/, '');
  let command = '';
  let numbers = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const [, letter, number, stray] = TOKEN.exec(source) ?? [];
    if (stray !== undefined) return false;
    if (number !== undefined) {
      numbers++;
      continue;
    }
    if (command !== '' && !isComplete(command, numbers)) return false;
    command = (letter ?? '').toLowerCase();
    numbers = 0;
    if (!(command in ARGUMENTS)) return false;
  }
  return /^\s*m/i.test(source) && isComplete(command, numbers);
}

function isComplete(command: string, numbers: number): boolean {
  const each = ARGUMENTS[command] ?? 0;
  // The two flags of an arc may be written without anything between them: `a4 4 0 01 8 0`.
  if (command === 'a') return numbers > 0;
  return each === 0 ? numbers === 0 : numbers > 0 && numbers % each === 0;
}
