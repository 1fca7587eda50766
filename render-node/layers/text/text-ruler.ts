/**
 * Measures text in one font. Widths are taken once, at one large size, and scaled: glyphs are placed at fractions of a
 * pixel, so that widths grow in proportion. Letter spacing does not, so with it each size is measured by itself.
 */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

export interface TextFont {
  /** The family part of a canvas font. */
  families: string;
  language: string | null;
  /** Pixels between letters. */
  letterSpacing: number;
}

export interface TextRuler {
  /** Width of a line in pixels, without the spacing after its last letter. */
  width(text: string, size: number): number;
  /** Of the first font, per pixel of size: how far lines reach above and below the baseline. */
  ascent: number;
  descent: number;
}

const REFERENCE_SIZE = 100;
/** Some 20 MB of strings at most; real batches repeat their words. */
const MOST_CACHED_WIDTHS = 50_000;

const context = createCanvas(1, 1).getContext('2d');
const widths = new Map<string, number>();
const heights = new Map<string, { ascent: number; descent: number }>();

export function createTextRuler(font: TextFont): TextRuler {
  return {
    width: (text, size) =>
      font.letterSpacing === 0
        ? (measured(font, text, REFERENCE_SIZE) * size) / REFERENCE_SIZE
        : measured(font, text, size) - font.letterSpacing,
    ...fontHeight(font),
  };
}

/** The same settings for measuring and for drawing. */
export function setTextFont(target: SKRSContext2D, font: TextFont, size: number): void {
  target.font = `${size}px ${font.families}`;
  target.letterSpacing = `${font.letterSpacing}px`;
  target.lang = font.language ?? 'en';
  // Widths differ between alignments: always left, on the alphabetic baseline.
  target.textAlign = 'left';
  target.textBaseline = 'alphabetic';
}

function measured(font: TextFont, text: string, size: number): number {
  const key = `${size}|${font.letterSpacing}|${font.language}|${font.families}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  setTextFont(context, font, size);
  const { width } = context.measureText(text);
  if (widths.size >= MOST_CACHED_WIDTHS) widths.clear();
  widths.set(key, width);
  return width;
}

function fontHeight(font: TextFont): { ascent: number; descent: number } {
  const known = heights.get(font.families);
  if (known) return known;
  // The canvas rounds these to whole pixels.
  const size = 1_000;
  setTextFont(context, { ...font, letterSpacing: 0 }, size);
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x');
  const height = { ascent: fontBoundingBoxAscent / size, descent: fontBoundingBoxDescent / size };
  heights.set(font.families, height);
  return height;
}
