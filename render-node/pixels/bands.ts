/** Pictures pass through the kernels' memory in bands of rows, so many as a processor keeps near. */
import { kernelMemory } from './kernels.ts';

/** Four or three bytes for each pixel, one, or one for two by two of them. */
export type PlaneKind = 'rgba' | 'rgb' | 'luma' | 'colour';

/** A plane in a picture's bytes: where its first row begins, and how far it is to the next. */
export interface PlaneRows {
  bytes: Uint8Array | Uint8ClampedArray;
  at: number;
  stride: number;
}

/** Pixels; with planes of colour, both even. */
export interface BandSize {
  width: number;
  rows: number;
}

/** A band's rows of a plane, without gaps. */
export interface BandPlane {
  /** For the kernels. */
  address: number;
  bytes: Uint8Array;
  take(from: PlaneRows, size: BandSize): void;
  give(to: PlaneRows, size: BandSize): void;
}

export interface Bands<Kinds extends readonly PlaneKind[]> {
  /** Pixels of a row, here: at least those of the picture's. */
  stride: number;
  planes: { [Index in keyof Kinds]: BandPlane };
  /** All planes, one after the other. */
  bytes: Uint8Array;
  /** From the top; the last one may have fewer rows. The planes are used anew for each. */
  each(work: (band: { top: number; rows: number }) => void): void;
}

/** Kernels take so many pixels of a row at once. */
const GRAIN = 8;
/** A plane begins where a load of theirs may. */
const ALIGNMENT = 32;
/** Half of what the smallest of today's processors keep near each core. */
const NEAR_BYTES = 128 * 1024;

/**
 * @param rows of each band. Default: as many as are near.
 * @throws {RangeError} when that is more than the kernels' memory holds.
 */
export function inBands<const Kinds extends readonly PlaneKind[]>(
  { width, height }: { width: number; height: number },
  kinds: Kinds,
  rows?: number,
): Bands<Kinds> {
  const stride = Math.ceil(width / GRAIN) * GRAIN;
  const most = Math.min(rows ?? nearRows(stride, kinds), height);
  let end = 0;
  const planes = kinds.map((kind) => {
    const begin = end;
    end += Math.ceil((stride * most * bytesPerPixel(kind)) / ALIGNMENT) * ALIGNMENT;
    return bandPlane(kernelMemory.subarray(begin, end), stride, kind);
  });
  if (end > kernelMemory.length) throw new RangeError(`${most} rows of ${width} pixels do not fit a band`);
  return {
    stride,
    planes: planes as Bands<Kinds>['planes'],
    bytes: kernelMemory.subarray(0, end),
    each(work) {
      for (let top = 0; top < height; top += most) work({ top, rows: Math.min(most, height - top) });
    },
  };
}

function nearRows(stride: number, kinds: readonly PlaneKind[]): number {
  const rowBytes = kinds.reduce((sum, kind) => sum + stride * bytesPerPixel(kind), 0);
  return 2 * Math.max(1, Math.floor(NEAR_BYTES / rowBytes / 2));
}

/** Bytes for a pixel of a row, and rows for a row. */
const SHARES: Record<PlaneKind, { across: number; down: number }> = {
  rgba: { across: 4, down: 1 },
  rgb: { across: 3, down: 1 },
  luma: { across: 1, down: 1 },
  colour: { across: 1 / 2, down: 1 / 2 },
};

function bytesPerPixel(kind: PlaneKind): number {
  const { across, down } = SHARES[kind];
  return across * down;
}

function bandPlane(bytes: Uint8Array, pixels: number, kind: PlaneKind): BandPlane {
  const { across, down } = SHARES[kind];
  const here = { bytes, at: 0, stride: pixels * across };
  return {
    address: bytes.byteOffset,
    bytes,
    take: (from, { width, rows }) => copyRows(from, here, width * across, rows * down),
    give: (to, { width, rows }) => copyRows(here, to, width * across, rows * down),
  };
}

function copyRows(from: PlaneRows, to: PlaneRows, width: number, rows: number): void {
  if (from.stride === width && to.stride === width)
    to.bytes.set(from.bytes.subarray(from.at, from.at + width * rows), to.at);
  else
    for (let row = 0, source = from.at, target = to.at; row < rows; row++) {
      to.bytes.set(from.bytes.subarray(source, source + width), target);
      source += from.stride;
      target += to.stride;
    }
}
