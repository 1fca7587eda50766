/** Data → the modules of a barcode, `1` for a dark one, and the text that people read under it. */
import { encodeCode128 } from './code128.ts';
import { encodeEan8, encodeEan13 } from './ean.ts';

export interface Barcode {
  modules: string;
  text: string;
}

/** The data cannot be written in the format; the message goes on from "data …". */
export class BarcodeRefused extends Error {}

/** @throws {BarcodeRefused} */
export function encodeBarcode(format: 'code128' | 'ean13' | 'ean8' | 'upca', data: string): Barcode {
  switch (format) {
    case 'code128':
      if (!/^[\x20-\x7e]{1,80}$/.test(data))
        throw new BarcodeRefused(
          'must be 1 to 80 letters, digits and signs of plain English (ASCII) for Code 128',
        );
      return { modules: encodeCode128(data), text: data };
    case 'ean13': {
      const text = withCheckDigit(data, 13, 'EAN-13');
      return { modules: encodeEan13(text), text };
    }
    case 'upca': {
      const text = withCheckDigit(data, 12, 'UPC-A');
      // UPC-A is EAN-13 with a leading zero.
      return { modules: encodeEan13(`0${text}`), text };
    }
    case 'ean8': {
      const text = withCheckDigit(data, 8, 'EAN-8');
      return { modules: encodeEan8(text), text };
    }
    default:
      return format satisfies never;
  }
}

/** @param length of the whole number, check digit included; one that lacks it gets it. */
function withCheckDigit(data: string, length: number, name: string): string {
  const digits = data.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(digits) || (digits.length !== length && digits.length !== length - 1))
    throw new BarcodeRefused(`must be ${length - 1} digits, or ${length} with the check digit, for ${name}`);
  const bare = digits.slice(0, length - 1);
  const check = checkDigit(bare);
  if (digits.length === length && digits !== bare + check)
    throw new BarcodeRefused(
      `has the wrong check digit for ${name}: ${bare} ends in ${check}, not in ${digits.at(-1)}`,
    );
  return bare + check;
}

/** GS1 General Specifications, §7.9: weights 3 and 1 from the right. */
function checkDigit(bare: string): string {
  const sum = [...bare]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
