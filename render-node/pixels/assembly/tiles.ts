/** How much pictures differ. */

const TILE: i32 = 32;

/**
 * Of tiles side by side, as wide as 32 pixels, the largest mean of squared differences.
 * @param stride bytes from row to row, a multiple of 8; beyond `width` both hold the same.
 */
export function worstTile(one: usize, other: usize, stride: i32, width: i32, rows: i32): f64 {
  let worst: f64 = 0;
  for (let left = 0; left < width; left += TILE) {
    const right = min(left + TILE, stride);
    let sums = i32x4.splat(0);
    for (let y = 0; y < rows; y++)
      for (let x = left; x < right; x += 8) sums = i32x4.add(sums, squares(one, other, y * stride + x));
    const pairs = i32x4.add(sums, v128.shuffle<i64>(sums, sums, 1, 0));
    const sum = i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1);
    worst = max(worst, <f64>sum / <f64>(min(TILE, width - left) * rows));
  }
  return worst;
}

function squares(one: usize, other: usize, at: usize): v128 {
  const off = i16x8.sub(v128.load_ext<u8>(one + at), v128.load_ext<u8>(other + at));
  return i32x4.dot_i16x8_s(off, off);
}
