/** Shotstack's four kinds of text: `title`, `text`, `rich-text` and `html`. */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { compact, type Frame, fontWeight, rounded, textTransform } from '../values.ts';

type Fields = Record<string, unknown>;

/** Sizes of titles in a frame 1080 pixels high. */
const TITLE_SIZES: Record<string, number> = {
  'xx-small': 24,
  'x-small': 32,
  small: 44,
  medium: 64,
  large: 84,
  'x-large': 110,
  'xx-large': 150,
};

export function titleLayer(asset: Source, frame: Frame): Fields {
  const background = asset.text('background');
  return compact({
    type: 'text',
    text: asset.text('text'),
    color: asset.text('color') ?? '#ffffff',
    font_size: rounded(((TITLE_SIZES[asset.text('size') ?? 'medium'] ?? 64) * frame.height) / 1080),
    align: 'center',
    valign: 'middle',
    highlight: background && background !== 'transparent' ? { color: background } : undefined,
  });
}

export function textLayer(asset: Source): Fields {
  const font = asset.child('font');
  const style = asset.child('style');
  const align = asset.child('alignment') ?? asset.child('align');
  const background = asset.child('background');
  const stroke = asset.child('stroke') ?? font?.child('stroke');
  const shadow = asset.child('shadow');
  const size = font?.number('size') ?? 32;
  const vertical = align?.text('vertical');
  const animation = asset.child('animation');
  return compact({
    type: 'text',
    text: asset.text('text'),
    font_family: font?.text('family'),
    font_size: size,
    font_weight: fontWeight(font?.take('weight')),
    color: font?.text('color') ?? '#ffffff',
    line_height: style?.number('lineHeight') ?? font?.number('lineHeight'),
    letter_spacing: style?.number('letterSpacing'),
    transform: textTransform(style?.text('textTransform')),
    align: align?.text('horizontal') ?? 'center',
    valign: { top: 'top', bottom: 'bottom' }[vertical ?? ''] ?? 'middle',
    stroke: stroke ? compact({ color: stroke.text('color'), width: stroke.number('width') ?? 1 }) : undefined,
    shadow: shadow
      ? compact({
          color: shadow.text('color'),
          blur: shadow.number('blur'),
          x: shadow.number('offsetX'),
          y: shadow.number('offsetY'),
        })
      : undefined,
    highlight: background
      ? compact({
          color: background.text('color'),
          padding: background.number('padding'),
          radius: background.number('borderRadius'),
        })
      : undefined,
    animations: animation
      ? [compact({ type: animation.text('preset'), at: 'in', duration: animation.number('duration') })]
      : undefined,
  });
}

/** A page is not drawn here; what it says is carried over as plain text. */
export function htmlLayer(asset: Source, notes: ImportNotes): Fields {
  const html = asset.text('html') ?? '';
  const css = asset.text('css') ?? '';
  const rule = (name: string) => new RegExp(`(?:^|[;{\\s])${name}\\s*:\\s*([^;}]+)`).exec(css)?.[1]?.trim();
  const size = rule('font-size');
  notes.add(`${asset.path}.html`, 'became plain text; of its CSS the font, colour and alignment were taken');
  return compact({
    type: 'text',
    text: html
      .replaceAll(/<br\s*\/?>|<\/(?:p|div|h\d|li)>/gi, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .trim(),
    font_family: rule('font-family')?.replaceAll(/["']/g, '').split(',')[0]?.trim(),
    font_size: size?.endsWith('px') ? Number.parseFloat(size) : undefined,
    font_weight: fontWeight(rule('font-weight')),
    color: rule('color') ?? '#ffffff',
    align: rule('text-align') ?? 'center',
    valign: 'middle',
  });
}
