const COLOURS: v128 = i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);

/** @param rgba `pixels` of them, a multiple of 4. @param rgb three bytes for each. */
export function dropAlpha(rgba: usize, pixels: i32, rgb: usize): void {
  for (let x: usize = 0; x < <usize>pixels; x += 4) {
    const colours = v128.swizzle(v128.load(rgba + (x << 2)), COLOURS);
    v128.store64_lane(rgb + 3 * x, colours, 0);
    v128.store32_lane(rgb + 3 * x, colours, 2, 8);
  }
}
