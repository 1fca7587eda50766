/** Transparent pixels as they are laid over pictures in planar YUV 4:2:0, BT.709, limited range. */
import { type BandPlane, inBands, type PlaneRows } from './bands.ts';
import { type PictureArea, type PictureSize, yuvPlanes } from './convert-to-yuv.ts';
import { kernels } from './kernels.ts';

export interface YuvOverlay {
  /**
   * What is laid over pictures from now on.
   * @param rgba of the area alone, rows from the top, straight (not premultiplied).
   * @param area where they lie in the picture.
   */
  show(rgba: Uint8Array | Uint8ClampedArray, area: PictureArea): void;
  /** @param picture all of it. */
  layOver(picture: Uint8Array): void;
}

/** Luma and its alpha, blueness, redness and their alpha. */
const PLANES = ['luma', 'luma', 'colour', 'colour', 'colour'] as const;

/** Some rows of the overlay, as far as anything is seen of them. */
interface Band {
  area: PictureArea;
  /** As the kernels take it, plane by plane. */
  packed: Uint8Array;
}

/** @param size of the pictures. */
export function createYuvOverlay(size: PictureSize): YuvOverlay {
  let bands: Band[] = [];
  /** Of each band, used again for what is no larger. */
  const memory: Uint8Array[] = [];

  function keep(packed: Uint8Array): Uint8Array {
    const known = memory[bands.length];
    if (!known || known.length < packed.length) {
      memory[bands.length] = packed.slice();
      return memory[bands.length]!;
    }
    known.set(packed);
    return known.subarray(0, packed.length);
  }

  return {
    show(rgba, area) {
      bands = [];
      const { planes, stride, each } = inBands(area, ['rgba', ...PLANES]);
      const [pixels] = planes;
      each(({ top, rows }) => {
        const source = { bytes: rgba, at: 4 * top * area.width, stride: 4 * area.width };
        pixels.take(source, { width: area.width, rows });
        kernels.joinRows(pixels.address, 4 * stride, rows);
        const [from, to] = seenColumns(pixels.bytes, area.width);
        if (from === to) return;
        const seen = { x: area.x + from, y: area.y + top, width: to - from, height: rows };
        const packed = packBand({ ...source, at: source.at + 4 * from }, seen);
        bands.push({ area: seen, packed: keep(packed) });
      });
    },
    layOver(picture) {
      for (const band of bands) layBandOver(band, picture, size);
    },
  };
}

/** The first that is not transparent and the one after the last, both even. @param row RGBA: of all rows, bits that any has. */
function seenColumns(row: Uint8Array, width: number): [from: number, to: number] {
  let from = 0;
  let to = width;
  while (from < to && row[4 * from + 3] === 0) from++;
  while (to > from && row[4 * to - 1] === 0) to--;
  return [from - (from % 2), to + (to % 2)];
}

/** @returns what is valid until the kernels' memory is used again. */
function packBand(source: PlaneRows, { width, height }: PictureSize): Uint8Array {
  const { planes, stride, bytes } = inBands({ width, height }, [...PLANES, 'rgba'], height);
  const [luma, lumaAlpha, blue, red, colourAlpha, pixels] = planes;
  pixels.take(source, { width, rows: height });
  const into = [luma.address, lumaAlpha.address, blue.address, red.address, colourAlpha.address] as const;
  kernels.packOverlay(pixels.address, stride, height, ...into);
  return bytes.subarray(0, pixels.address - bytes.byteOffset);
}

function layBandOver({ area, packed }: Band, picture: Uint8Array, size: PictureSize): void {
  const { width, height } = area;
  const kinds = [...PLANES, 'luma', 'colour', 'colour'] as const;
  const { planes, bytes } = inBands({ width, height }, kinds, height);
  bytes.set(packed);
  const [luma, lumaAlpha, blue, red, colourAlpha, lumaBelow, blueBelow, redBelow] = planes;
  const rows = yuvPlanes(picture, size, area.x, area.y);
  lay(luma, lumaAlpha, lumaBelow, rows.luma);
  lay(blue, colourAlpha, blueBelow, rows.blue);
  lay(red, colourAlpha, redBelow, rows.red);

  function lay(above: BandPlane, alphas: BandPlane, below: BandPlane, of: PlaneRows): void {
    below.take(of, { width, rows: height });
    kernels.blend(below.address, above.address, alphas.address, below.bytes.length);
    below.give(of, { width, rows: height });
  }
}
