/**
 * Measures text in one font. Widths are taken once, at one large size, and scaled: glyphs are placed at fractions of a
 * pixel, so that widths grow in proportion.
 */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { joinEmoji } from '../../fonts/emoji-joiner.ts';
import type { TextRun } from './text-runs.ts';

export interface TextFont {
  /** The family part of a canvas font. */
  families: string;
  /** For variable fonts. */
  weight: number;
  /** Equal styles draw a string alike, whatever other families they hold. */
  style: string;
  language: string | null;
  /** Whether the canvas is to be given `joinEmoji` of a text. */
  joinsEmoji: boolean;
  /** Pixels between letters. */
  letterSpacing: number;
}

export interface TextRuler {
  /** Width of a line in pixels, without the spacing after its last letter. */
  width(text: string, size: number): number;
  /** How far its letters really reach. */
  ink(text: string, size: number): Ink;
  /** Of the first font, per pixel of size: how far lines reach above and below the baseline. */
  ascent: number;
  descent: number;
}

/**
 * Pixels beyond where a line begins and ends, above its baseline and below; less than 0 where letters stay within. Good to 2
 * pixels, and for large letters to 2 % of their size.
 */
export interface Ink {
  left: number;
  right: number;
  ascent: number;
  descent: number;
}

/** Measures runs of several fonts beside each other. */
export interface StyledRuler {
  width(runs: TextRun[], size: number): number;
  /** A line is about as wide as its words and the spaces between them. */
  addsUp: boolean;
}

const REFERENCE_SIZE = 100;
/** Twice as many are known at most, half a megabyte; real batches repeat their words. */
const MOST_NEW_WIDTHS = 1_024;

const context = createCanvas(1, 1).getContext('2d');
let newWidths = new Map<string, Width>();
/** Those from before; one that is asked for again becomes a new one. */
let oldWidths = new Map<string, Width>();
const heights = new Map<string, { ascent: number; descent: number }>();

export function createTextRuler(font: TextFont): TextRuler {
  return {
    width: (text, size) => {
      const { glyphs, spaces } = measured(font, text);
      return (glyphs * size) / REFERENCE_SIZE + (spaces === 0 ? 0 : spaces - font.letterSpacing);
    },
    ink: (text, size) => {
      const { left, right, ascent, descent } = measured(font, text).ink;
      const scale = size / REFERENCE_SIZE;
      return {
        left: left * scale,
        right: right * scale,
        ascent: ascent * scale,
        descent: descent * scale,
      };
    },
    ...fontHeight(font),
  };
}

/** @param rulers one for each style. They space letters alike. */
export function createStyledRuler(rulers: TextRuler[], letterSpacing: number): StyledRuler {
  return {
    addsUp: letterSpacing === 0,
    width: (runs, size) => {
      let width = runs.length > 1 ? (runs.length - 1) * letterSpacing : 0;
      for (const { text, style } of runs) width += rulers[style]!.width(text, size);
      return width;
    },
  };
}

export interface Stretch {
  /** Pixels that a justified line adds to each space … */
  word: number;
  /** … or, where a script has no spaces, after each letter. */
  letter: number;
}

/** The same settings for measuring and for drawing. */
export function setTextFont(target: SKRSContext2D, font: TextFont, size: number, stretch?: Stretch): void {
  target.font = `${size}px ${font.families}`;
  // Not in the font itself: a face that has a single weight would be faked into another one.
  // And one optical size, or widths would not grow in proportion to sizes (Inter has others for headlines).
  target.fontVariationSettings = `"wght" ${font.weight}, "opsz" 14`;
  target.letterSpacing = `${font.letterSpacing + (stretch?.letter ?? 0)}px`;
  target.wordSpacing = `${stretch?.word ?? 0}px`;
  target.lang = font.language ?? 'en';
  // Widths differ between alignments: always left, on the alphabetic baseline.
  target.textAlign = 'left';
  target.textBaseline = 'alphabetic';
}

/** What of a text's width grows with the size, and what letter spacing adds: the canvas knows where it applies. */
interface Width {
  glyphs: number;
  spaces: number;
  ink: Ink;
}

function measured(font: TextFont, text: string): Width {
  const key = `${font.letterSpacing}|${font.style}|${text}`;
  const known = newWidths.get(key);
  if (known) return known;
  const width = oldWidths.get(key) ?? measureWidth(font, text);
  if (newWidths.size >= MOST_NEW_WIDTHS) [oldWidths, newWidths] = [newWidths, new Map()];
  newWidths.set(key, width);
  return width;
}

function measureWidth(font: TextFont, text: string): Width {
  setTextFont(context, font, REFERENCE_SIZE);
  const joined = font.joinsEmoji ? joinEmoji(text) : text;
  const measure = context.measureText(joined);
  const { width } = measure;
  const ink = {
    left: measure.actualBoundingBoxLeft,
    // Spacing follows the last letter, too.
    right: measure.actualBoundingBoxRight - (width - font.letterSpacing),
    ascent: measure.actualBoundingBoxAscent,
    descent: measure.actualBoundingBoxDescent,
  };
  if (font.letterSpacing === 0) return { glyphs: width, spaces: 0, ink };
  // Spaced letters form no ligatures, so the width without spacing would be another one: take twice the spacing.
  setTextFont(context, { ...font, letterSpacing: font.letterSpacing * 2 }, REFERENCE_SIZE);
  const spaces = context.measureText(joined).width - width;
  return { glyphs: width - spaces, spaces, ink };
}

function fontHeight(font: TextFont): { ascent: number; descent: number } {
  const known = heights.get(font.style);
  if (known) return known;
  // The canvas rounds these to whole pixels.
  const size = 1_000;
  setTextFont(context, { ...font, letterSpacing: 0 }, size);
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('x');
  const height = { ascent: fontBoundingBoxAscent / size, descent: fontBoundingBoxDescent / size };
  heights.set(font.style, height);
  return height;
}
