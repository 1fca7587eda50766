import type { SKRSContext2D } from '@napi-rs/canvas';
import { DataInvalid } from '../../contract/render-failure.ts';
import { type LayerOf, stillLayerSchema } from '../../contract/template/layers.ts';
import { BarcodeRefused, encodeBarcode } from './barcode/encode-barcode.ts';
import type { Box, Placement } from './box.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { drawText, type PreparedText, prepareText } from './text.ts';

export interface PreparedBarcode {
  layer: LayerOf<'barcode'>;
  box: Box;
  /** Each dark bar from its left edge to its right one, in pixels. */
  bars: { left: number; right: number }[];
  barHeight: number;
  text: PreparedText | null;
}

/** The share of the height that goes to the printed data. */
const TEXT_SHARE = 0.22;

/** @throws {DataInvalid} when the data cannot stand in a code of this format. */
export function prepareBarcode(
  layer: LayerOf<'barcode'>,
  box: Placement,
  environment: PrepareEnvironment,
): PreparedBarcode {
  const { modules, text } = encode(layer, environment.place);
  const moduleWidth = box.width / (modules.length + 2 * layer.quiet);
  const left = box.x + layer.quiet * moduleWidth;
  // Whole pixels are crisp; where a module has less than two of them, its true width reads better.
  const whole = moduleWidth >= 2 ? Math.floor(moduleWidth) : moduleWidth;
  const start = moduleWidth >= 2 ? Math.round(box.x + (box.width - whole * modules.length) / 2) : left;
  const bars = Array.from(modules.matchAll(/1+/g), ({ index, 0: run }) => ({
    left: start + index * whole,
    right: start + (index + run.length) * whole,
  }));
  const textHeight = layer.show_text ? Math.round(box.height * TEXT_SHARE) : 0;
  return {
    layer,
    box,
    bars,
    barHeight: box.height - textHeight,
    text: layer.show_text ? printedData(text, layer, box, textHeight, environment) : null,
  };
}

export function drawBarcode(
  context: SKRSContext2D,
  { layer, box, bars, barHeight, text }: PreparedBarcode,
): void {
  context.fillStyle = layer.background.trim();
  context.fillRect(box.x, box.y, box.width, box.height);
  context.fillStyle = layer.color.trim();
  for (const { left, right } of bars) context.fillRect(left, box.y, right - left, barHeight);
  if (text) drawText(context, text);
}

function encode({ format, data }: LayerOf<'barcode'>, place: PrepareEnvironment['place']) {
  try {
    return encodeBarcode(format, data.trim());
  } catch (error) {
    if (!(error instanceof BarcodeRefused)) throw error;
    throw new DataInvalid({ ...place, problem: `data ${error.message}` }, { cause: error });
  }
}

function printedData(
  text: string,
  { color, quiet }: LayerOf<'barcode'>,
  box: Placement,
  height: number,
  environment: PrepareEnvironment,
): PreparedText | null {
  const inset = quiet > 0 ? box.width * 0.04 : 0;
  const place = {
    ...box,
    x: box.x + inset,
    width: box.width - 2 * inset,
    y: box.y + box.height - height,
    height,
  };
  const layer = stillLayerSchema.parse({
    type: 'text',
    ...{ text, color, font_size_min: 1, font_size_max: Math.max(1, height * 0.8) },
    ...{ align: 'center', valign: 'middle', wrap: 'none', max_lines: 1 },
  });
  return layer.type === 'text' ? prepareText(layer, place, environment) : null;
}
