/**
 * What lies around a strip, coded once: as the slices of a key picture, and as those that say "as before". Where the strip does
 * not begin at the picture's left edge, each row of macroblocks has such a slice before it.
 */
import { createHash } from 'node:crypto';
import { MACROBLOCK, type PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import { opaquePixels, type PaintedFrame } from '../image/painted-frame.ts';
import { convertToYuv, type PictureSize, yuvBytes } from '../pixels/convert-to-yuv.ts';
import type { SizeBoundCache } from '../size-bound-cache.ts';
import { kindOfPlace, type Place, plainPlace } from './decoding-order.ts';
import type { EncodedSpan } from './encode-span.ts';
import { type EncoderLane, openEncoderLane } from './encoder-lane.ts';
import { isSlice, joinNalUnits, splitNalUnits } from './nal-units.ts';
import { numberSlice } from './number-slice.ts';
import type { ParameterSets } from './parameter-sets.ts';
import { placeSlices } from './place-slice.ts';
import type { Strip } from './plan-strip.ts';
import type { SpanStore } from './span-store.ts';
import { createYuvRows, type PictureRows } from './yuv-rows.ts';

/** All with their lengths before them; empty where the strip reaches the edge. */
export interface StillSlices {
  above(place: Place): Buffer;
  below(place: Place): Buffer;
  /** @param row of macroblocks, counted from the strip's first. */
  before(row: number, place: Place): Buffer;
}

export interface StillSlicesOptions {
  store: SpanStore;
  stills: SizeBoundCache<StillSlices>;
  /** Whatever decides about pixels and their coding, besides what the strip says. */
  engine: string[];
  /** Of the whole picture. */
  settings: PictureStreamSettings;
  sets: ParameterSets;
  /** The encoder of the strip itself. */
  strips(): Promise<EncoderLane>;
  /** The whole picture, which stays as it is until this is done; what it shows in the strip is of no account. */
  paint(): Promise<PaintedFrame>;
}

/** Rows of a picture from its left edge on. */
interface StillPart extends PictureRows {
  width: number;
  part: PictureStreamSettings['part'];
}

/** Slices of a part, in order. */
type PartSlices = (place: Place) => Buffer[];

/**
 * @returns null when the strip must begin at the left edge: its encoder cannot be relied on to hold still what lies there.
 * @throws as `openEncoderLane` and `placeSlice`.
 */
export async function stillSlices(strip: Strip, options: StillSlicesOptions): Promise<StillSlices | null> {
  const key = JSON.stringify([options.engine, strip]);
  const known = options.stills.find(key);
  if (known) return known;
  const made = await makeStillSlices(strip, options);
  if (made) options.stills.keep(key, made);
  return made;
}

async function makeStillSlices(strip: Strip, options: StillSlicesOptions): Promise<StillSlices | null> {
  const { width, height } = options.settings;
  const end = Math.ceil(height / MACROBLOCK) * MACROBLOCK;
  const below = strip.top + strip.height;
  let painting: Promise<PaintedFrame> | null = null;
  const paint = () => {
    painting ??= options.paint();
    return painting;
  };
  const parts: StillPart[] = [
    { left: 0, top: 0, width, height: strip.top, part: 'rows' },
    { left: 0, top: below, width, height: end - below, part: 'rows' },
    { left: 0, top: strip.top, width: strip.left, height: strip.height, part: 'row ends' },
  ];
  const slices = await Promise.all(parts.map((part) => partSlices(part, strip, { ...options, paint })));
  const [above, under, before] = slices;
  if (!above || !under || !before) return null;
  return {
    above: (place) => above(place)[0] ?? NOTHING,
    below: (place) => under(place)[0] ?? NOTHING,
    before: (row, place) => before(place)[row] ?? NOTHING,
  };
}

const NOTHING = Buffer.alloc(0);
const HELD_ONCE = plainPlace(1);

async function partSlices(
  part: StillPart,
  strip: Strip,
  options: StillSlicesOptions,
): Promise<PartSlices | null> {
  if (part.width === 0 || part.height === 0) return () => [];
  const { store, engine, sets } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([engine, 'still', strip.ground, part]))
    .digest('hex');
  let coded = await store.find(key);
  if (!coded) {
    const isFit = part.part !== 'row ends' || (await holdsStill(strip, options));
    coded = {
      frames: 2,
      pictures: isFit ? await encodePart(part, options) : [],
      film: null,
      thumbnail: null,
    };
    store.keep(key, coded);
  }
  const [asKey, asHeld] = coded.pictures.map(({ bytes }) => splitNalUnits(bytes));
  if (!asKey || !asHeld) return null;
  const keySlices = asKey.map((slice) => joinNalUnits([slice]));
  const held: Buffer[][] = [];
  return (place) => {
    if (place.order === 0) return keySlices;
    const kind = kindOfPlace(place, sets);
    held[kind] ??= asHeld.map((slice) => joinNalUnits([numberSlice(slice, place, sets)]));
    return held[kind];
  };
}

/**
 * A row of macroblocks that is a slice begins with one that has no neighbours to be guessed from: the encoder looks for
 * motion in it even where nothing moves, and may find some beyond the strip's edge. What it finds in a ground that is held
 * it finds in every picture of every row of the batch, as nothing to the left of what changes depends on that.
 */
async function holdsStill(
  strip: Strip,
  { settings, strips, paint }: Pick<StillSlicesOptions, 'settings' | 'strips' | 'paint'>,
): Promise<boolean> {
  const lane = await strips();
  const yuv = partOf(await paint(), settings, strip);
  const [, second] = await Promise.all([lane.encode(yuv, true).coded, lane.encode(yuv, false).coded]);
  const slices = splitNalUnits(second).filter(isSlice);
  return joinNalUnits(slices.map((slice) => numberSlice(slice, HELD_ONCE, lane.coding.sets))).equals(
    lane.coding.heldPicture(HELD_ONCE),
  );
}

/** A key picture and one that holds it. */
async function encodePart(
  part: StillPart,
  { settings, sets, paint }: StillSlicesOptions,
): Promise<EncodedSpan['pictures']> {
  const { width, height } = part;
  const lane = await openEncoderLane({ ...settings, width, height, effort: 'still', part: part.part });
  try {
    const yuv = partOf(await paint(), { width, height: settings.height }, part);
    const coded = await lane.encode(yuv, true).coded;
    const from = lane.coding.sets;
    const move = (picture: Buffer, place: Place) =>
      joinNalUnits(
        placeSlices(splitNalUnits(picture).filter(isSlice), {
          from,
          to: sets,
          frame: settings,
          rows: part,
          place,
        }),
      );
    return [
      { frame: 0, key: true, bytes: move(coded, plainPlace(0)), mix: null },
      { frame: 1, key: false, bytes: move(lane.coding.heldPicture(HELD_ONCE), HELD_ONCE), mix: null },
    ];
  } finally {
    await lane.abandon();
  }
}

function partOf(picture: PaintedFrame, frame: PictureSize, part: PictureRows): Uint8Array {
  const rows = createYuvRows(frame, part, 0);
  const { left, top, painted, size } = rows;
  const yuv = new Uint8Array(yuvBytes(size));
  const area = { width: size.width, height: painted };
  const rgba = opaquePixels(picture, { ...area, x: left, y: top });
  convertToYuv(rgba, size, yuv, { ...area, x: 0, y: 0 });
  rows.pad(yuv);
  return yuv;
}
