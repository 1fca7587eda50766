import { describe, expect, test } from 'vitest';
import { createCoverage } from '../../../render-node/fonts/character-coverage.ts';
import { parseRanges, readFontPack } from '../../../render-node/fonts/font-pack.ts';
import type { RawImage } from '../../support/image.ts';
import { inkBox } from '../../support/ink.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

const coverages = readFontPack()
  .flatMap(({ faces }) => faces)
  .map(({ covers }) => createCoverage(parseRanges(covers)));

/** Between the two, both included. */
function uncovered(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(
    (character) => !coverages.some((coverage) => coverage.has(character)),
  );
}

test('all Han characters of the two blocks of the basic plane are covered but those that Unicode added last', () => {
  const last = Array.from({ length: 0x9fff - 0x9fd1 + 1 }, (_, index) => 0x9fd1 + index);
  expect(uncovered(0x4e00, 0x9fff)).toEqual(last);
  expect(uncovered(0x3400, 0x4dbf)).toEqual(Array.from({ length: 10 }, (_, index) => 0x4db6 + index));
});

describe('a name with rare characters', () => {
  const draw = (text: string, layer: object = {}) =>
    drawTemplate(
      imageTemplate([{ type: 'text', text, font_size: 60, wrap: 'none', ...layer }], {
        width: 300,
        height: 90,
        background: '#ffffff',
      }),
    );
  const ink = ({ data }: RawImage) =>
    Array.from(data).reduce((sum, value, at) => (at % 4 === 0 ? sum + 255 - value : sum), 0);

  test('is drawn beside common ones, as large as they are, and nothing is noted', async () => {
    const { image, notes } = await draw('王乬伣㐀');
    expect(notes).toEqual([]);
    const { width } = inkBox(image);
    expect(width).toBeGreaterThan(4 * 60 - 14);
    expect(width).toBeLessThanOrEqual(4 * 60);
    expect(image.data).not.toEqual((await draw('王�伣㐀')).image.data);
  });

  test('is bold where the text is', async () => {
    const [normal, bold] = await Promise.all(
      [400, 700].map((font_weight) => draw('乬伣㐀', { font_weight })),
    );
    expect(ink(bold!.image)).toBeGreaterThan(ink(normal!.image) * 1.2);
  });
});
