import type { SKRSContext2D } from '@napi-rs/canvas';
import QRCode from 'qrcode';
import { DataInvalid } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/template.ts';
import type { Box, Placement } from './box.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';

export interface PreparedQr {
  layer: LayerOf<'qr'>;
  /** The square that the code and its quiet zone fill. */
  square: Box;
  /** Top-left corner of the first module, and a module's side, in pixels. */
  origin: { x: number; y: number };
  moduleSide: number;
  modulesPerSide: number;
  isDark(row: number, column: number): boolean;
  reach: Box;
}

/** @throws {DataInvalid} when the data is too long for a code with this error correction. */
export function prepareQr(
  layer: LayerOf<'qr'>,
  box: Placement,
  { place }: Pick<PrepareEnvironment, 'place'>,
): PreparedQr {
  const { size: modulesPerSide, data } = createCode(layer, place);
  const side = Math.min(box.width, box.height);
  const square = {
    x: Math.round(box.x + (box.width - side) / 2),
    y: Math.round(box.y + (box.height - side) / 2),
    width: Math.round(side),
    height: Math.round(side),
  };
  // Modules on whole pixels are crisp; what is left over widens the quiet zone. Only a tiny code must do without.
  const exact = square.width / (modulesPerSide + 2 * layer.quiet);
  const moduleSide = exact >= 1 ? Math.floor(exact) : exact;
  const margin = (square.width - moduleSide * modulesPerSide) / 2;
  const origin = {
    x: square.x + (exact >= 1 ? Math.floor(margin) : margin),
    y: square.y + (exact >= 1 ? Math.floor(margin) : margin),
  };
  return {
    layer,
    square,
    origin,
    moduleSide,
    modulesPerSide,
    isDark: (row, column) => data[row * modulesPerSide + column] === 1,
    reach: square,
  };
}

export function drawQr(context: SKRSContext2D, code: PreparedQr): void {
  const { layer, square, origin, moduleSide, modulesPerSide, isDark } = code;
  context.fillStyle = layer.background.trim();
  context.fillRect(square.x, square.y, square.width, square.height);
  context.fillStyle = layer.color.trim();
  context.beginPath();
  for (let row = 0; row < modulesPerSide; row++)
    for (let column = 0; column < modulesPerSide; ) {
      let end = column;
      while (end < modulesPerSide && isDark(row, end)) end++;
      if (end > column)
        context.rect(
          origin.x + column * moduleSide,
          origin.y + row * moduleSide,
          (end - column) * moduleSide,
          moduleSide,
        );
      column = end + 1;
    }
  context.fill();
}

function createCode(layer: LayerOf<'qr'>, place: PrepareEnvironment['place']) {
  try {
    return QRCode.create(layer.data, { errorCorrectionLevel: layer.ecc }).modules;
  } catch (error) {
    throw new DataInvalid(
      {
        ...place,
        problem: `the data (${Buffer.byteLength(layer.data)} bytes) is too long for a QR code with error correction ${layer.ecc}`,
      },
      { cause: error },
    );
  }
}
