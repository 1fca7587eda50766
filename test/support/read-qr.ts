import jsqr from 'jsqr';
import type { RawImage } from './image.ts';

/** The text of the QR code in a picture, or null when no reader would find one. */
export function readQr({ data, width, height }: RawImage): string | null {
  // The package is CommonJS with an ES default: Node hands over the module, whose function lies one step further in.
  return jsqr.default(new Uint8ClampedArray(data), width, height)?.data ?? null;
}
