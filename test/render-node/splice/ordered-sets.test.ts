/** Which encoders' streams can hold what is mixed, told from their headers. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { orderedSets } from '../../../render-node/splice/ordered-sets.ts';
import { readParameterSets } from '../../../render-node/splice/parameter-sets.ts';
import { UnfitStream } from '../../../render-node/splice/unfit-stream.ts';
import { makeMedia } from '../video/render-test-video.ts';

/** All that stands in a sequence set besides what x264 always writes. */
const TALKATIVE =
  'bframes=0:ref=4:dpb-size=4:sar=7/5:overscan=show:videoformat=pal:fullrange=off:colorprim=bt709:chromaloc=1';

test('a stream of pictures in order gets an order, whatever else its header says', async () => {
  const sets = readParameterSets(await headerOf(TALKATIVE));
  expect(sets.orderBits).toBeNull();
  const ordered = orderedSets(sets, null);
  expect(ordered).toMatchObject({ orderBits: 7, references: 4, frameNumBits: sets.frameNumBits });
  // 328 × 248 pixels.
  expect(ordered.macroblocks).toBe(21 * 16);
  expect(ordered.pictureSet.equals(sets.pictureSet)).toBe(true);
});

test.each([
  ['that keeps one picture', 'bframes=0:ref=1:dpb-size=1'],
  ['that is meant for a network', 'bframes=0:ref=4:nal-hrd=vbr:vbv-maxrate=1000:vbv-bufsize=1000'],
  ['whose pictures have an order of their own', 'bframes=2:ref=4'],
])('a stream %s cannot hold what is mixed', async (_, parameters) => {
  const sets = readParameterSets(await headerOf(parameters));
  expect(() => orderedSets(sets, null)).toThrow(UnfitStream);
});

/** What an MP4 keeps of an encoder's stream. */
async function headerOf(parameters: string): Promise<Buffer> {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=328x248:r=30:d=0.5', '-pix_fmt', 'yuv420p'];
  const file = await makeMedia('stream.mp4', [...source, '-c:v', 'libx264', '-x264-params', parameters]);
  const bytes = await readFile(file);
  const at = bytes.indexOf('avcC', 0, 'latin1');
  return bytes.subarray(at + 4, at - 4 + bytes.readUInt32BE(at - 4));
}
