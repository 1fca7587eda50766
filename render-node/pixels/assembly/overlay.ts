/** Transparent pixels over planar YUV. */
import { bluenessOf, lumaOf8, rednessOf } from './to-yuv';

/** Its weight in a sum that counts alphas, where a pixel's own would stand. */
const COUNTS_ALPHAS: v128 = i32x4(0, 0, 0, 1);
const COLOURS_ONLY: v128 = i32x4(-1, -1, -1, 0);

/**
 * RGBA to YUV with an alpha for each byte, of luma and of colour.
 * @param rgba straight (not premultiplied). @param width pixels of a row, a multiple of 8. @param rows an even number.
 */
export function packOverlay(
  rgba: usize,
  width: i32,
  rows: i32,
  luma: usize,
  lumaAlpha: usize,
  blue: usize,
  red: usize,
  colourAlpha: usize,
): void {
  const row = (<usize>width) << 2;
  const pixels = <usize>(width * rows);
  for (let x: usize = 0; x < pixels; x += 8) {
    const at = rgba + (x << 2);
    v128.store64_lane(luma + x, lumaOf8(at), 0);
    v128.store64_lane(lumaAlpha + x, alphasOf8(at), 0);
  }
  for (let y = 0; y < rows; y += 2, rgba += row)
    for (let x: usize = 0; x < <usize>width; x += 8, rgba += 32, blue += 4, red += 4, colourAlpha += 4) {
      // Around letters, mostly.
      if (!isAnyOf8Seen(rgba) && !isAnyOf8Seen(rgba + row)) {
        store<u32>(colourAlpha, 0);
        continue;
      }
      const first = weighedBlock(rgba, rgba + row);
      const second = weighedBlock(rgba + 8, rgba + row + 8);
      const third = weighedBlock(rgba + 16, rgba + row + 16);
      const fourth = weighedBlock(rgba + 24, rgba + row + 24);
      const left = i16x8.narrow_i32x4_s(meanColour(first), meanColour(second));
      const right = i16x8.narrow_i32x4_s(meanColour(third), meanColour(fourth));
      v128.store32_lane(blue, bluenessOf(left, right), 0);
      v128.store32_lane(red, rednessOf(left, right), 0);
      v128.store32_lane(colourAlpha, meanAlphas(first, second, third, fourth), 0);
    }
}

function alphasOf8(rgba: usize): v128 {
  const pixels = v128.load(rgba);
  const more = v128.load(rgba, 16);
  return v128.shuffle<u8>(pixels, more, 3, 7, 11, 15, 19, 23, 27, 31, 3, 7, 11, 15, 19, 23, 27, 31);
}

function isAnyOf8Seen(rgba: usize): bool {
  const joined = v128.or(v128.load(rgba), v128.load(rgba, 16));
  return v128.any_true(v128.and(joined, i32x4.splat(0xff000000)));
}

/** Two by two pixels: the sums of red, green and blue, each times its alpha, and that of the alphas. */
function weighedBlock(upper: usize, lower: usize): v128 {
  return i32x4.add(weighedPair(v128.load64_zero(upper)), weighedPair(v128.load64_zero(lower)));
}

function weighedPair(pixels: v128): v128 {
  const words = i16x8.extend_low_i8x16_u(pixels);
  const alphas = v128.shuffle<i16>(words, words, 3, 3, 3, 3, 7, 7, 7, 7);
  const left = weighed(i32x4.extend_low_i16x8_u(words), i32x4.extend_low_i16x8_u(alphas));
  const right = weighed(i32x4.extend_high_i16x8_u(words), i32x4.extend_high_i16x8_u(alphas));
  return i32x4.add(left, right);
}

function weighed(pixel: v128, alpha: v128): v128 {
  return i32x4.mul(pixel, v128.or(v128.and(alpha, COLOURS_ONLY), COUNTS_ALPHAS));
}

/** Four times the mean of the pixels, as far as each is opaque: what the sum of four alike would be. */
function meanColour(block: v128): v128 {
  const alphas = max(i32x4.extract_lane(block, 3), 1);
  const mean = f32x4.div(f32x4.convert_i32x4_s(block), f32x4.splat(<f32>alphas / 4));
  return v128.and(i32x4.trunc_sat_f32x4_s(f32x4.nearest(mean)), COLOURS_ONLY);
}

/** A byte each. */
function meanAlphas(first: v128, second: v128, third: v128, fourth: v128): v128 {
  const left = v128.shuffle<i32>(first, second, 3, 7, 3, 7);
  const right = v128.shuffle<i32>(third, fourth, 3, 7, 3, 7);
  const sums = v128.shuffle<i64>(left, right, 0, 2);
  const means = i32x4.shr_u(i32x4.add(sums, i32x4.splat(2)), 2);
  const words = i16x8.narrow_i32x4_s(means, means);
  return i8x16.narrow_i16x8_u(words, words);
}

/** Of all rows into the first: bits that any of them has. @param rowBytes a multiple of 16. */
export function joinRows(rows: usize, rowBytes: i32, count: i32): void {
  for (let at: usize = 0; at < <usize>rowBytes; at += 16) {
    let joined = v128.load(rows + at);
    for (let row = 1; row < count; row++)
      joined = v128.or(joined, v128.load(rows + at + <usize>(row * rowBytes)));
    v128.store(rows + at, joined);
  }
}

/**
 * Lays bytes over others, as far as each is opaque: 255 wholly.
 * @param bytes of each, a multiple of 16.
 */
export function blend(below: usize, above: usize, alphas: usize, bytes: i32): void {
  for (let at: usize = 0; at < <usize>bytes; at += 16) {
    const under = v128.load(below + at);
    const over = v128.load(above + at);
    const alpha = v128.load(alphas + at);
    const left = mixed(
      i16x8.extend_low_i8x16_u(under),
      i16x8.extend_low_i8x16_u(over),
      i16x8.extend_low_i8x16_u(alpha),
    );
    const right = mixed(
      i16x8.extend_high_i8x16_u(under),
      i16x8.extend_high_i8x16_u(over),
      i16x8.extend_high_i8x16_u(alpha),
    );
    v128.store(below + at, i8x16.narrow_i16x8_u(left, right));
  }
}

function mixed(under: v128, over: v128, alpha: v128): v128 {
  // In 1/256: 255 is all.
  const share = i16x8.add(alpha, i16x8.shr_u(alpha, 7));
  const rest = i16x8.sub(i16x8.splat(256), share);
  const sum = i16x8.add(i16x8.mul(under, rest), i16x8.mul(over, share));
  return i16x8.shr_u(i16x8.add(sum, i16x8.splat(128)), 8);
}
