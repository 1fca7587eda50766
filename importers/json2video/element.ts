/** One element of a movie or a scene → one layer or one sound. */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import {
  compact,
  degrees,
  type Frame,
  fontWeight,
  fraction,
  mediaSource,
  pixels,
  textTransform,
} from '../values.ts';
import { condition } from './condition.ts';

export interface Element {
  kind: 'layer' | 'audio';
  layer: Record<string, unknown>;
  zIndex: number;
}

type Fields = Record<string, unknown>;

/** Null, and noted, when it is of a kind that has no equal here. */
export function readElement(element: Source, frame: Frame, notes: ImportNotes): Element | null {
  const type = element.text('type') ?? '';
  const own = ownFields(type, element, frame, notes);
  if (!own) {
    element.leaveOut(`an element of the type "${type}" has no equal here and is left out`);
    return null;
  }
  element.ignore('comment', 'cache');
  const kind = type === 'audio' ? 'audio' : 'layer';
  const duration = element.number('duration');
  const common: Fields = {
    start: element.number('start') || undefined,
    // -1 is the media's own length, -2 as long as what holds it: both are what a layer does unless told otherwise.
    duration: kind === 'layer' && duration !== undefined && duration > 0 ? duration : undefined,
    ...own,
  };
  if (kind === 'audio' && duration !== undefined && duration > 0) common.trim_duration = duration;
  const layer = notes.cameFrom(
    element.path,
    compact({ ...common, ...(kind === 'layer' ? looks(element) : {}) }),
  );
  return { kind, layer, zIndex: element.number('z-index') ?? 0 };
}

function ownFields(type: string, element: Source, frame: Frame, notes: ImportNotes): Fields | null {
  switch (type) {
    case 'text':
      return { type: 'text', ...boxFields(element, frame), ...textFields(element, frame) };
    case 'image':
      return {
        type: 'image',
        ...boxFields(element, frame),
        src: mediaSource(element, 'src', notes),
        ...fitFields(element),
      };
    case 'video':
      return {
        type: 'video',
        ...boxFields(element, frame),
        src: mediaSource(element, 'src', notes),
        ...fitFields(element),
        ...playFields(element),
        when_short: repeats(element) ? 'loop' : undefined,
      };
    case 'audio':
      return {
        src: mediaSource(element, 'src', notes),
        ...playFields(element),
        loop: repeats(element),
        ...fades(element),
      };
    case 'subtitles': {
      const captions = element.text('captions');
      const settings = element.child('settings');
      element.ignore('language', 'model');
      // Without a file they listen to the movie's voices; nobody does here.
      if (captions === undefined) return null;
      return {
        type: 'caption',
        src: captions,
        ...(settings ? fontFields(settings, frame) : {}),
        highlight_color: settings?.text('word-color'),
      };
    }
    default:
      return null;
  }
}

const POSITIONS: Record<string, [number, number, string]> = {
  'top-left': [0, 0, 'top-left'],
  'top-center': [0.5, 0, 'top'],
  'top-right': [1, 0, 'top-right'],
  'center-left': [0, 0.5, 'left'],
  'center-center': [0.5, 0.5, 'center'],
  'center-right': [1, 0.5, 'right'],
  'bottom-left': [0, 1, 'bottom-left'],
  'bottom-center': [0.5, 1, 'bottom'],
  'bottom-right': [1, 1, 'bottom-right'],
};

/** A named position is a place in the frame that x and y move from; otherwise they are the top left corner. */
function boxFields(element: Source, frame: Frame): Fields {
  const size = (key: string) => {
    const value = element.take(key);
    return typeof value === 'number' && value <= 0 ? undefined : (value ?? undefined);
  };
  const [width, height] = [size('width'), size('height')];
  const named = element.text('position');
  const place = named === undefined ? undefined : POSITIONS[named];
  const move = (key: 'x' | 'y') => element.number(key) ?? 0;
  if (!place) return { x: element.take('x'), y: element.take('y'), width, height };
  const [x, y, anchor] = place;
  return { x: frame.width * x + move('x'), y: frame.height * y + move('y'), width, height, anchor };
}

function fitFields(element: Source): Fields {
  const resize = element.text('resize');
  const zoom = element.number('zoom');
  const correction = element.child('correction');
  return {
    fit: { cover: 'cover', fill: 'fill', fit: 'contain', contain: 'contain' }[resize ?? 'contain'] ?? resize,
    // A step of theirs is a tenth; below zero it moves away.
    zoom: zoom ? { from: zoom > 0 ? 1 : 1 - zoom / 10, to: zoom > 0 ? 1 + zoom / 10 : 1 } : undefined,
    filters: correction
      ? compact({
          brightness: correction.has('brightness') ? 1 + (correction.number('brightness') ?? 0) : undefined,
          contrast: correction.number('contrast'),
          saturation: correction.number('saturation'),
        })
      : undefined,
  };
}

function playFields(element: Source): Fields {
  return {
    trim_start: element.number('seek') || undefined,
    volume: element.take('muted') === true ? 0 : element.number('volume'),
  };
}

/** -1 is for ever. */
function repeats(element: Source): true | undefined {
  const times = element.number('loop') ?? 1;
  return times === -1 || times > 1 ? true : undefined;
}

function fades(element: Source): Fields {
  return { fade_in: element.number('fade-in'), fade_out: element.number('fade-out') };
}

function looks(element: Source): Fields {
  const { fade_in: fadeIn, fade_out: fadeOut } = fades(element);
  const animations = [
    ...(fadeIn ? [{ type: 'fade', at: 'in', duration: fadeIn }] : []),
    ...(fadeOut ? [{ type: 'fade', at: 'out', duration: fadeOut }] : []),
  ];
  return {
    id: element.text('id'),
    visible: condition(element),
    opacity: fraction(element.take('opacity')),
    rotation: degrees(element.child('rotate')?.take('angle')),
    animations: animations.length > 0 ? animations : undefined,
  };
}

function textFields(element: Source, frame: Frame): Fields {
  const settings = element.child('settings');
  element.ignore('style');
  const vertical = settings?.text('vertical-position');
  const horizontal = settings?.text('horizontal-position') ?? settings?.text('text-align');
  if (settings?.has('horizontal-position')) settings.ignore('text-align');
  return {
    text: element.text('text'),
    ...(settings ? fontFields(settings, frame) : { color: '#ffffff' }),
    align: { left: 'left', right: 'right' }[horizontal ?? ''] ?? 'center',
    valign: { top: 'top', bottom: 'bottom' }[vertical ?? ''] ?? 'middle',
  };
}

/** CSS names with dashes, or underlines in subtitles. */
function fontFields(settings: Source, frame: Frame): Fields {
  const name = (key: string) => (settings.has(key) ? key : key.replaceAll('-', '_'));
  const size = settings.take(name('font-size'));
  const background = settings.text(name('background-color'));
  const shadow = settings.text(name('text-shadow'));
  return {
    font_family: settings.text(name('font-family'))?.split(',')[0]?.replaceAll(/["']/g, '').trim(),
    font_size:
      pixels(typeof size === 'string' ? size.replaceAll(/(?<=\d)(?=v)/g, ' ') : size, frame) ?? 'auto',
    font_weight: fontWeight(settings.take(name('font-weight'))),
    font_style: settings.text(name('font-style')),
    color: settings.text(name('font-color')) ?? settings.text('color') ?? '#ffffff',
    letter_spacing: pixels(settings.take(name('letter-spacing')), frame),
    line_height: fraction(settings.take(name('line-height'))),
    transform: textTransform(settings.text(name('text-transform'))),
    highlight: background && background !== 'transparent' ? { color: background } : undefined,
    shadow: shadow ? cssShadow(shadow) : undefined,
  };
}

/** `2px 2px 4px rgba(0,0,0,0.5)` */
function cssShadow(text: string): Fields | undefined {
  const parts = /^\s*(-?[\d.]+)(?:px)?\s+(-?[\d.]+)(?:px)?(?:\s+(-?[\d.]+)(?:px)?)?\s+(.+?)\s*$/.exec(text);
  if (!parts) return undefined;
  return { color: parts[4], blur: Number(parts[3] ?? 0), x: Number(parts[1]), y: Number(parts[2]) };
}
