/** RGBA to planar YUV 4:2:0: ITU-R BT.709, limited range, in 1/65,536. */

// 0.2126, 0.7152 and 0.0722, scaled to 16–235. Products are of signed 16 bits: green's weight is too large for one.
const LUMA: v128 = i16x8(11_966, 20_127, 4_064, 20_127, 11_966, 20_127, 4_064, 20_127);
const RED_GREEN_BLUE_GREEN: v128 = i8x16(0, 1, 2, 1, 4, 5, 6, 5, 8, 9, 10, 9, 12, 13, 14, 13);
const LUMA_ZERO: i32 = (16 << 16) + (1 << 15);
// Scaled to 16–240. Each adds up to nothing: grey has no colour.
const BLUENESS: v128 = i16x8(-6_596, -22_189, 28_785, 0, -6_596, -22_189, 28_785, 0);
const REDNESS: v128 = i16x8(28_785, -26_146, -2_639, 0, 28_785, -26_146, -2_639, 0);
/** 128 and the half that rounds, of four pixels' sum. */
const CHROMA_ZERO: i32 = (128 << 18) + (1 << 17);

/** @param rgba `pixels` of them, a multiple of 8. */
export function brightness(rgba: usize, pixels: i32, luma: usize): void {
  for (let x: usize = 0; x < <usize>pixels; x += 8) v128.store64_lane(luma + x, lumaOf8(rgba + (x << 2)), 0);
}

/**
 * @param width pixels of a row, a multiple of 8. @param rows an even number.
 * @param luma of as many bytes. @param blue and red, of a quarter of them: the mean of two by two pixels.
 */
export function convert(rgba: usize, width: i32, rows: i32, luma: usize, blue: usize, red: usize): void {
  brightness(rgba, width * rows, luma);
  const row = (<usize>width) << 2;
  for (let y = 0; y < rows; y += 2, rgba += 2 * row, blue += width >> 1, red += width >> 1)
    for (let x: usize = 0; x < <usize>width; x += 8) {
      const upper = rgba + (x << 2);
      const lower = upper + row;
      const left = sumOfBlocks(v128.load(upper), v128.load(lower));
      const right = sumOfBlocks(v128.load(upper, 16), v128.load(lower, 16));
      v128.store32_lane(blue + (x >> 1), bluenessOf(left, right), 0);
      v128.store32_lane(red + (x >> 1), rednessOf(left, right), 0);
    }
}

/** Eight bytes. */
export function lumaOf8(rgba: usize): v128 {
  const words = i16x8.narrow_i32x4_s(lumaOf4(v128.load(rgba)), lumaOf4(v128.load(rgba, 16)));
  return i8x16.narrow_i16x8_u(words, words);
}

function lumaOf4(pixels: v128): v128 {
  const ordered = v128.swizzle(pixels, RED_GREEN_BLUE_GREEN);
  const left = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(ordered), LUMA);
  const right = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(ordered), LUMA);
  return i32x4.shr_s(i32x4.add(sumOfPairs(left, right), i32x4.splat(LUMA_ZERO)), 16);
}

/** Four pixels of a row and those below them: of two blocks the sums of red, green and blue, in 16 bits each. */
function sumOfBlocks(upper: v128, lower: v128): v128 {
  const left = i16x8.add(i16x8.extend_low_i8x16_u(upper), i16x8.extend_low_i8x16_u(lower));
  const right = i16x8.add(i16x8.extend_high_i8x16_u(upper), i16x8.extend_high_i8x16_u(lower));
  return i16x8.add(v128.shuffle<i64>(left, right, 0, 2), v128.shuffle<i64>(left, right, 1, 3));
}

/** Of four blocks, a byte each. @param left two of them, as `sumOfBlocks` has them. */
export function bluenessOf(left: v128, right: v128): v128 {
  return chromaOf(i32x4.dot_i16x8_s(left, BLUENESS), i32x4.dot_i16x8_s(right, BLUENESS));
}

export function rednessOf(left: v128, right: v128): v128 {
  return chromaOf(i32x4.dot_i16x8_s(left, REDNESS), i32x4.dot_i16x8_s(right, REDNESS));
}

function chromaOf(left: v128, right: v128): v128 {
  const weighted = i32x4.add(sumOfPairs(left, right), i32x4.splat(CHROMA_ZERO));
  const words = i16x8.narrow_i32x4_s(i32x4.shr_s(weighted, 18), i32x4.splat(0));
  return i8x16.narrow_i16x8_u(words, words);
}

function sumOfPairs(left: v128, right: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(left, right, 0, 2, 4, 6), v128.shuffle<i32>(left, right, 1, 3, 5, 7));
}
