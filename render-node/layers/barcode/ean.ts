/** EAN-13 and EAN-8 (ISO/IEC 15420). Digits come with their check digit. */

/** Of the left half, odd parity; the other sets follow from it. */
const ODD = [
  ...['0001101', '0011001', '0010011', '0111101', '0100011'],
  ...['0110001', '0101111', '0111011', '0110111', '0001011'],
];
/** How the first digit of an EAN-13 is told: by the parity of the left half's six. */
const PARITY = [
  ...['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE'],
  ...['OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'],
];
const GUARD = '101';
const CENTRE = '01010';

export function encodeEan13(digits: string): string {
  const parity = PARITY[Number(digits[0])]!;
  const left = [...digits.slice(1, 7)].map((digit, index) =>
    parity[index] === 'O' ? odd(digit) : even(digit),
  );
  return [GUARD, ...left, CENTRE, ...[...digits.slice(7)].map(right), GUARD].join('');
}

export function encodeEan8(digits: string): string {
  const left = [...digits.slice(0, 4)].map(odd);
  return [GUARD, ...left, CENTRE, ...[...digits.slice(4)].map(right), GUARD].join('');
}

function odd(digit: string): string {
  return ODD[Number(digit)]!;
}

function right(digit: string): string {
  return [...odd(digit)].map((module) => (module === '0' ? '1' : '0')).join('');
}

function even(digit: string): string {
  return [...right(digit)].reverse().join('');
}
