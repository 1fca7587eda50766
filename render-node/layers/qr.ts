import type { SKRSContext2D } from '@napi-rs/canvas';
import QRCode from 'qrcode';
import { DataInvalid } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { Box, Placement } from './box.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';

export interface PreparedQr {
  layer: LayerOf<'qr'>;
  /** The square that the code and its quiet zone fill. */
  square: Box;
  /** Where, from the square's corner, the module with this number begins, in pixels. */
  edge(module: number): number;
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
  const moduleSide = square.width / (modulesPerSide + 2 * layer.quiet);
  const edge = (module: number) => (module + layer.quiet) * moduleSide;
  return {
    layer,
    square,
    // Edges on whole pixels are crisp. Only a code with modules smaller than that must do without.
    edge: moduleSide >= 1 ? (module) => Math.round(edge(module)) : edge,
    modulesPerSide,
    isDark: (row, column) => data[row * modulesPerSide + column] === 1,
    reach: square,
  };
}

export function drawQr(context: SKRSContext2D, code: PreparedQr): void {
  const { layer, square, edge, modulesPerSide, isDark } = code;
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
          square.x + edge(column),
          square.y + edge(row),
          edge(end) - edge(column),
          edge(row + 1) - edge(row),
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
