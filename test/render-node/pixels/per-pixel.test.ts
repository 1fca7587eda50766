import { expect, test } from 'vitest';
import { withoutAlpha } from '../../../render-node/pixels/per-pixel.ts';
import { randomFrom } from '../../support/random.ts';

test.each([
  { width: 1, height: 1 },
  { width: 37, height: 3 },
  { width: 1_200, height: 70 },
])('of %j every pixel keeps its three colours', (size) => {
  const random = randomFrom(size.width);
  const rgba = Uint8Array.from({ length: 4 * size.width * size.height }, () => random.whole(0, 255));
  const colours = rgba.filter((_, at) => at % 4 < 3);
  const into = new Uint8Array(colours.length);
  withoutAlpha(rgba, size, into);
  expect(Buffer.compare(into, colours)).toBe(0);
});
