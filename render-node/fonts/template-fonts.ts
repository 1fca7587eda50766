/**
 * The fonts of one template: the shipped ones and those it brings. Files come from customers: they are looked at before
 * the canvas gets them, and it gets them in a slot, whose end costs a row and not the node.
 */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { RenderFailure } from '../../contract/render-failure.ts';
import type { Template } from '../../contract/template/template.ts';
import type { TemplateFont } from '../../contract/template/template-font.ts';
import type { MediaFile, RenderMedia } from '../assets/render-media.ts';
import { createCoverage, readCharacterRanges } from './character-coverage.ts';
import { FontFileBroken, readFontTables } from './font-file.ts';
import { createFace, type FontFace, type FontFamily, type FontSet } from './font-set.ts';
import { readWeightRange } from './weight-range.ts';

/** @throws {RenderFailure} when a font cannot be had or used: no row could be drawn as the template says. */
export async function templateFonts(
  fonts: FontSet,
  template: Pick<Template, 'fonts' | 'strict'>,
  media: Pick<RenderMedia, 'file'>,
): Promise<FontSet> {
  if (template.fonts.length === 0 && !template.strict) return fonts;
  const families = new Map<string, FontFamily>();
  const identity = createHash('sha256');
  for (const font of template.fonts) {
    const file = await media.file(font.src, 'font', { scene: null, layer: null, variable: null });
    identity.update(JSON.stringify([font.family, font.weight, font.style, file.sha256]));
    const family = families.get(font.family.toLowerCase()) ?? { family: font.family, faces: [] };
    family.faces.push(await openFont(font, file));
    families.set(font.family.toLowerCase(), family);
  }
  return fonts.extend([...families.values()], { strict: template.strict, identity: identity.digest('hex') });
}

const MOST_BYTES = 30 * 1024 * 1024;
/** Without these a font cannot draw (OpenType 1.9); the outlines stand in one of the others. */
const NEEDED_TABLES = ['head', 'hhea', 'hmtx', 'maxp'];
const OUTLINE_TABLES = ['glyf', 'CFF ', 'CFF2', 'CBDT', 'sbix', 'COLR'];

async function openFont(font: TemplateFont, { path, sha256 }: MediaFile): Promise<FontFace> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new FontFileBroken(`is larger than ${MOST_BYTES / 1024 / 1024} MB`);
    const tables = readFontTables(path, [...NEEDED_TABLES, ...OUTLINE_TABLES]);
    if (!NEEDED_TABLES.every((name) => tables.has(name)) || !OUTLINE_TABLES.some((name) => tables.has(name)))
      throw new FontFileBroken('is damaged');
    const coverage = createCoverage(readCharacterRanges(path));
    const face = createFace(path, {
      name: `${sha256} face`,
      weights: fontWeights(font, readWeightRange(path)),
      italic: font.style === 'italic',
      coverage: () => coverage,
    });
    face.canvasName();
    return face;
  } catch (error) {
    const problem = error instanceof FontFileBroken ? error.message : 'cannot be used: it may be damaged';
    throw new RenderFailure(
      'template_invalid',
      `Template: the font "${font.family}" (${font.src}) ${problem}.`,
      {
        cause: error,
      },
    );
  }
}

/** A variable font draws all its weights, whatever the template calls it. */
function fontWeights({ weight }: TemplateFont, range: [number, number] | null): [number, number] {
  if (range) return range;
  if (typeof weight === 'number') return [weight, weight];
  throw new FontFileBroken('is no variable font: give it a single weight');
}
