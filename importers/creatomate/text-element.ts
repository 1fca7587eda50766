import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { compact, type Frame, fontWeight, fraction, pixels, rounded, textTransform } from '../values.ts';

/** What a text element has of its own. */
export function textFields(element: Source, frame: Frame, notes: ImportNotes): Record<string, unknown> {
  const size = element.take('font_size');
  const sizePixels = pixels(size, frame);
  const spacing = element.take('letter_spacing');
  // Without a size the box is as large as the text: it stays where it was when the text keeps to the box's anchor.
  const alignment = (side: 'x' | 'y', size: string) => {
    if (element.has(size)) return fraction(element.take(`${side}_alignment`));
    element.ignore(`${side}_alignment`);
    return fraction(element.take(`${side}_anchor`)) ?? 0.5;
  };
  const strokeColor = element.text('stroke_color');
  const background = element.text('background_color');
  return {
    text: element.text('text'),
    font_family: element.text('font_family'),
    font_weight: fontWeight(element.take('font_weight')),
    font_style: element.text('font_style'),
    font_size: size === undefined ? 'auto' : (sizePixels ?? size),
    font_size_min: pixels(element.take('font_size_minimum'), frame),
    font_size_max: pixels(element.take('font_size_maximum'), frame),
    color: element.text('fill_color'),
    align: sideName(alignment('x', 'width'), ['left', 'center', 'right']),
    valign: sideName(alignment('y', 'height'), ['top', 'middle', 'bottom']),
    line_height: fraction(element.take('line_height')),
    letter_spacing: letterSpacing(spacing, sizePixels, frame, () =>
      notes.add(`${element.path}.letter_spacing`, 'is a part of a font size that the text finds by itself'),
    ),
    transform: textTransform(element.text('text_transform')),
    wrap: element.take('text_wrap') === false ? 'none' : undefined,
    overflow: element.text('text_clip') === 'true' ? 'clip' : undefined,
    stroke: strokeColor
      ? { color: strokeColor, width: pixels(element.take('stroke_width'), frame) ?? 2 }
      : undefined,
    highlight: background ? compact({ color: background }) : undefined,
  };
}

function sideName(at: number | undefined, names: [string, string, string]): string | undefined {
  return at === undefined ? undefined : names[Math.min(2, Math.max(0, Math.round(at * 2)))];
}

function letterSpacing(
  value: unknown,
  fontSize: number | undefined,
  frame: Frame,
  unknownSize: () => void,
): number | undefined {
  const absolute = pixels(value, frame);
  if (absolute !== undefined || value === undefined) return absolute;
  const part = fraction(value);
  if (part === undefined || part === 0) return undefined;
  if (fontSize === undefined) {
    unknownSize();
    return undefined;
  }
  return rounded(part * fontSize);
}
