/** Pictures to draw, as PNG. */
import sharp from 'sharp';
import { randomFrom } from '../support/random.ts';

export function flatPicture(colour: string, width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: colour } })
    .png()
    .toBuffer();
}

/** One colour on the left half, another on the right one. */
export async function splitPicture(left: string, right: string, width = 60, height = 40): Promise<Buffer> {
  const input = await flatPicture(right, width / 2, height);
  return sharp({ create: { width, height, channels: 4, background: left } })
    .composite([{ input, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

/** Nothing in it can be foretold, and it is the same in every run. */
export function noisyPicture(width: number, height: number): Promise<Buffer> {
  const random = randomFrom(1);
  const rgb = Uint8Array.from({ length: width * height * 3 }, () => random.whole(60, 200));
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
