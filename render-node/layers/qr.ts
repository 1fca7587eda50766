import type { SKRSContext2D } from '@napi-rs/canvas';
import QRCode from 'qrcode';
import { DataInvalid } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { Picture } from '../assets/render-media.ts';
import { type Box, grown, type Placement } from './box.ts';
import { fitMedia } from './fit-media.ts';
import { placeOfProperty } from './layer-place.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';

export interface PreparedQr {
  layer: LayerOf<'qr'>;
  /** The square that the code and its quiet zone fill. */
  square: Box;
  /** Where, from the square's corner, the module with this number begins, in pixels. */
  edge(module: number): number;
  modulesPerSide: number;
  isDark(row: number, column: number): boolean;
  logo: { picture: Picture; box: Box; target: Box } | null;
  reach: Box;
}

/** @throws {RenderFailure} when the data is too long for a code with this error correction, or the logo cannot be had. */
export async function prepareQr(
  layer: LayerOf<'qr'>,
  box: Placement,
  environment: PrepareEnvironment,
): Promise<PreparedQr> {
  const { place } = environment;
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
    logo: await prepareLogo(layer, square, modulesPerSide * moduleSide, environment),
    reach: square,
  };
}

export function drawQr(context: SKRSContext2D, code: PreparedQr): void {
  const { layer, square, edge, modulesPerSide, isDark, logo } = code;
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
  if (!logo) return;
  context.fillStyle = layer.background.trim();
  context.fillRect(logo.box.x, logo.box.y, logo.box.width, logo.box.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(logo.picture.image, logo.target.x, logo.target.y, logo.target.width, logo.target.height);
}

/** The side of the logo's ground: 5 % of the modules, where error correction H makes up for 30 %. */
const LOGO_SHARE = 0.22;

async function prepareLogo(
  layer: LayerOf<'qr'>,
  square: Box,
  codeSide: number,
  { media, place, detail = 1 }: PrepareEnvironment,
): Promise<PreparedQr['logo']> {
  if (layer.logo === '') return null;
  const side = Math.round(codeSide * LOGO_SHARE);
  if (side < 1) return null;
  const at = (square.width - side) / 2;
  const box = { x: Math.round(square.x + at), y: Math.round(square.y + at), width: side, height: side };
  const inner = grown(box, -side * 0.06);
  const size = { width: inner.width * detail, height: inner.height * detail };
  const picture = await media.picture(layer.logo, placeOfProperty(place, 'logo'), {
    box: size,
    fit: 'contain',
  });
  return { picture, box, target: fitMedia(picture, inner, 'contain', '50% 50%') };
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
