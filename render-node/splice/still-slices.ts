/** What lies above and below a strip, coded once: as the slices of a key picture, and as those that say "as before". */
import { createHash } from 'node:crypto';
import { convertToYuv, type PictureSize, yuvBytes } from '../encoder/convert-to-yuv.ts';
import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import type { EncodedSpan } from './encode-span.ts';
import { onlySlice, openEncoderLane } from './encoder-lane.ts';
import { joinNalUnits } from './nal-units.ts';
import { numberSlice } from './number-slice.ts';
import type { ParameterSets } from './parameter-sets.ts';
import { placeSlice } from './place-slice.ts';
import { MACROBLOCK, type Strip } from './plan-strip.ts';
import type { SpanStore } from './span-store.ts';
import { createYuvRows, type PictureRows } from './yuv-rows.ts';

export interface StillSlices {
  /** Slices with their lengths before them; empty where the strip reaches the edge. @param place 0 for a key picture. */
  above(place: number): Buffer;
  below(place: number): Buffer;
}

export interface StillSlicesOptions {
  store: SpanStore;
  /** Whatever decides about pixels and their coding, besides what the strip says. */
  engine: string[];
  /** Of the whole picture. */
  settings: PictureStreamSettings;
  sets: ParameterSets;
  /** RGBA of the whole picture; what it shows in the strip is of no account. */
  paint(): Promise<Uint8ClampedArray>;
}

/** @throws as `openEncoderLane` and `placeSlice`. */
export async function stillSlices(strip: Strip, options: StillSlicesOptions): Promise<StillSlices> {
  const { settings } = options;
  const end = Math.ceil(settings.height / MACROBLOCK) * MACROBLOCK;
  const below = strip.top + strip.height;
  let painting: Promise<Uint8ClampedArray> | null = null;
  const paint = () => {
    painting ??= options.paint();
    return painting;
  };
  const parts = [
    { top: 0, height: strip.top },
    { top: below, height: end - below },
  ].map((rows) => stillPart(rows, strip.ground, { ...options, paint }));
  const [partAbove, partBelow] = await Promise.all(parts);
  return { above: partAbove!, below: partBelow! };
}

async function stillPart(
  rows: PictureRows,
  ground: string,
  options: StillSlicesOptions,
): Promise<StillSlices['above']> {
  if (rows.height === 0) return () => Buffer.alloc(0);
  const { store, engine, sets } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([engine, 'still', ground, rows]))
    .digest('hex');
  let part = await store.find(key);
  if (!part) {
    part = await encodePart(rows, options);
    store.keep(key, part);
  }
  const [asKey, asHeld] = part.pictures.map(({ bytes }) => bytes);
  const held: Buffer[] = [];
  return (place) => {
    if (place === 0) return asKey!;
    const number = place % 2 ** Math.max(sets.frameNumBits, sets.orderBits ?? 0);
    held[number] ??= joinNalUnits([numberSlice(onlySlice(asHeld!), place, sets)]);
    return held[number];
  };
}

/** A key picture and one that holds it. */
async function encodePart(
  rows: PictureRows,
  { settings, sets, paint }: StillSlicesOptions,
): Promise<EncodedSpan> {
  const part = { ...settings, height: rows.height, isPart: true };
  const lane = await openEncoderLane(part);
  try {
    const slice = onlySlice(await lane.encode(partOf(await paint(), settings, rows), true).coded);
    const firstMacroblock = macroblocksAbove(rows, settings);
    const move = (nal: Buffer, place: number) =>
      joinNalUnits([placeSlice(nal, lane.coding.sets, sets, { firstMacroblock, place })]);
    const held = onlySlice(lane.coding.heldPicture(1));
    return {
      frames: 2,
      pictures: [
        { frame: 0, key: true, bytes: move(slice, 0) },
        { frame: 1, key: false, bytes: move(held, 1) },
      ],
      film: null,
      thumbnail: null,
    };
  } finally {
    await lane.abandon();
  }
}

export function macroblocksAbove({ top }: PictureRows, { width }: PictureSize): number {
  return (top / MACROBLOCK) * Math.ceil(width / MACROBLOCK);
}

function partOf(rgba: Uint8ClampedArray, frame: PictureSize, part: PictureRows): Uint8Array {
  const rows = createYuvRows(frame, part, 0);
  const yuv = new Uint8Array(yuvBytes(rows.size));
  const area = { x: 0, y: 0, width: frame.width, height: rows.painted };
  const from = part.top * frame.width * 4;
  convertToYuv(rgba.subarray(from, from + rows.painted * frame.width * 4), rows.size, yuv, area);
  rows.pad(yuv);
  return yuv;
}
