/** Reads QR codes and barcodes with ZXing, which shares nothing with what draws them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { RawImage } from './image.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** What is drawn here stands upright, dark on light: other ways to look only cost time. */
const OPTIONS = { tryRotate: false, tryInvert: false, tryDownscale: false, maxNumberOfSymbols: 2 };

/** The kind and text of each code in the picture, such as `EAN-13 4006381333931`. */
export async function readCodes({ data, width, height }: RawImage): Promise<string[]> {
  const pixels = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const };
  const codes = await readBarcodes(pixels as ImageData, OPTIONS);
  return codes.map(({ format, text }) => `${format} ${text}`);
}
