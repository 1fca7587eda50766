/**
 * Golden pictures: what a layer looked like when a person last looked at it. Compared by colour distance, because
 * anti-aliasing may differ by a shade between builds. `UPDATE_GOLDENS=1` writes them anew: look at them before committing.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { colourDistance, decodeImage, type RawImage } from './image.ts';

const GOLDENS = join(repositoryRoot, 'test/goldens');

export interface Tolerance {
  /** Largest mean distance over all pixels; distances run from 0 (equal) to 255 (white against black). */
  mean?: number;
  /** Largest distance of any single pixel. */
  max?: number;
}

/**
 * Compares pixels or an encoded picture with `test/goldens/<name>.png`.
 * @throws naming the figures and the folder where actual, golden and difference lie side by side.
 */
export async function compareImages(
  actual: RawImage | Uint8Array,
  name: string,
  { mean = 1, max = 64 }: Tolerance = {},
): Promise<void> {
  const image = actual instanceof Uint8Array ? await decodeImage(actual) : actual;
  const golden = join(GOLDENS, name.endsWith('.png') ? name : `${name}.png`);
  if (process.env.UPDATE_GOLDENS === '1') return writePng(golden, image);
  if (!existsSync(golden))
    throw new Error(`There is no ${golden}. Make it with UPDATE_GOLDENS=1 and look at it.`);

  const expected = await decodeImage(golden);
  if (expected.width !== image.width || expected.height !== image.height)
    throw new Error(
      `${name} is ${image.width}×${image.height}, its golden ${expected.width}×${expected.height}. ` +
        `See ${await writeEvidence(name, { actual: image, golden: expected })}`,
    );
  const { difference, ...found } = compareColours(image, expected);
  if (found.mean <= mean && found.max <= max) return;
  throw new Error(
    `${name} differs from its golden: mean ${found.mean.toFixed(3)} (at most ${mean}), ` +
      `max ${found.max.toFixed(1)} (at most ${max}). ` +
      `See ${await writeEvidence(name, { actual: image, golden: expected, difference })}`,
  );
}

/** Mean and largest colour distance of two pictures of one size, and a picture that is bright where they differ. */
export function compareColours(
  a: RawImage,
  b: RawImage,
): { mean: number; max: number; difference: RawImage } {
  const data = new Uint8Array(a.width * a.height * 4);
  let [sum, max] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const distance = colourDistance(a.data, b.data, at);
    sum += distance;
    max = Math.max(max, distance);
    data.fill(distance === 0 ? 0 : Math.min(255, 40 + distance * 2), at, at + 3);
    data[at + 3] = 255;
  }
  return { mean: sum / (a.width * a.height), max, difference: { data, width: a.width, height: a.height } };
}

async function writeEvidence(name: string, pictures: Record<string, RawImage>): Promise<string> {
  const folder = join(tmpdir(), 'rowcast-golden-failures', name.replace(/\.png$/, ''));
  for (const [kind, picture] of Object.entries(pictures))
    await writePng(join(folder, `${kind}.png`), picture);
  return folder;
}

async function writePng(path: string, { data, width, height }: RawImage): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  await writeFile(
    path,
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer(),
  );
}
