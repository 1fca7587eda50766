import { expect, test } from 'vitest';
import { worstTile } from '../../../render-node/pixels/worst-tile.ts';
import { randomFrom } from '../../support/random.ts';

test.each([
  { width: 32, height: 32 },
  { width: 70, height: 46 },
  { width: 1_920, height: 100 },
])('the worst tile of %j is found wherever it lies, cut off by the edge or not', (size) => {
  const { width, height } = size;
  const random = randomFrom(width);
  const one = Uint8Array.from({ length: width * height }, () => random.whole(0, 255));
  expect(worstTile(one, one.slice(), size)).toBe(0);
  for (const [x, y] of [
    [0, 0],
    [width - 1, 0],
    [width - 1, height - 1],
    [Math.floor(width / 2), height - 1],
  ] as const) {
    const other = one.map((value) => (value === 255 ? 254 : value + 1));
    other[y * width + x] = one[y * width + x]! < 128 ? 255 : 0;
    const off = other[y * width + x]! - one[y * width + x]!;
    const across = Math.min(32, width - 32 * Math.floor(x / 32));
    const down = Math.min(32, height - 32 * Math.floor(y / 32));
    // All others are one off.
    const expected = (off * off + across * down - 1) / (across * down);
    expect(worstTile(one, other, size)).toBeCloseTo(expected, 9);
  }
});
