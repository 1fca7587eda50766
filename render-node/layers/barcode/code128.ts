/** Code 128 (ISO/IEC 15417) in its sets B (printable ASCII) and C (pairs of digits). */

/** Widths of bar, space, bar … of the symbols 0 to 105; 103 to 105 are the starts. */
const WIDTHS =
  `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132
  122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211
  212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123
  113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411
  431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111
  241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341
  131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232`.split(/\s+/);
const STOP = '2331112';
const TO_C = 99;
const TO_B = 100;
const START_B = 104;
const START_C = 105;

/** @param data printable ASCII */
export function encodeCode128(data: string): string {
  const symbols = symbolsOf(data);
  const sum = symbols.reduce((total, symbol, index) => total + symbol * Math.max(1, index), 0);
  const widths = [...symbols, sum % 103].map((symbol) => WIDTHS[symbol]!).join('') + STOP;
  return [...widths].map((width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width))).join('');
}

/** Four digits in a row at an end, or six within, are shorter as pairs. */
function symbolsOf(data: string): number[] {
  const symbols: number[] = [];
  let set: 'B' | 'C' | null = null;
  for (let at = 0; at < data.length; ) {
    const digits = /^\d+/.exec(data.slice(at))?.[0].length ?? 0;
    const isAtAnEnd = at === 0 || at + digits === data.length;
    const inPairs: boolean = set === 'C' ? digits >= 2 : digits >= (isAtAnEnd ? 4 : 6) && digits % 2 === 0;
    const wanted: 'B' | 'C' = inPairs ? 'C' : 'B';
    if (wanted !== set) symbols.push(startOrSwitch(wanted, set === null));
    set = wanted;
    symbols.push(inPairs ? Number(data.slice(at, at + 2)) : data.charCodeAt(at) - 32);
    at += inPairs ? 2 : 1;
  }
  return symbols;
}

function startOrSwitch(set: 'B' | 'C', isStart: boolean): number {
  if (set === 'B') return isStart ? START_B : TO_B;
  return isStart ? START_C : TO_C;
}
