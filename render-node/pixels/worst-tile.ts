import { inBands } from './bands.ts';
import { kernels } from './kernels.ts';

const TILE = 32;

/** The largest mean square error in any tile of 32 by 32 pixels: an average over the picture would hide a wrong name. */
export function worstTile(
  one: Uint8Array,
  other: Uint8Array,
  size: { width: number; height: number },
): number {
  const { width } = size;
  const { planes, stride, bytes, each } = inBands(size, ['luma', 'luma'], TILE);
  const [left, right] = planes;
  // Beyond the rows' ends both are alike.
  bytes.fill(0);
  let worst = 0;
  each(({ top, rows }) => {
    left.take({ bytes: one, at: top * width, stride: width }, { width, rows });
    right.take({ bytes: other, at: top * width, stride: width }, { width, rows });
    worst = Math.max(worst, kernels.worstTile(left.address, right.address, stride, width, rows));
  });
  return worst;
}
