/** One element of a RenderScript → one layer, with what decides where it goes. */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { anchorAt, compact, degrees, type Frame, fraction, mediaSource, pixels, rounded } from '../values.ts';
import { readAnimations } from './animations.ts';
import { textFields } from './text-element.ts';

export interface Element {
  path: string;
  kind: 'text' | 'image' | 'video' | 'audio' | 'shape' | 'composition';
  layer: Record<string, unknown>;
  track: number | null;
  /** Seconds; undefined is the beginning, or after the one before on its track. */
  time: number | undefined;
  duration: number | undefined;
  transition: Record<string, unknown> | undefined;
  /** Of a composition. */
  children: Element[];
}

const KINDS: ReadonlySet<string> = new Set(['text', 'image', 'video', 'audio', 'shape', 'composition']);

/** Null, and noted, when it is of a kind that has no equal here. */
export function readElement(element: Source, frame: Frame, notes: ImportNotes): Element | null {
  const type = element.text('type') ?? '';
  if (!KINDS.has(type)) {
    element.leaveOut(`an element of the type "${type}" has no equal here and is left out`);
    return null;
  }
  const kind = type as Element['kind'];
  element.ignore('id', 'locked', 'color_overlay_enabled');
  const track = element.number('track') ?? null;
  const time = seconds(element, 'time', notes);
  const duration = seconds(element, 'duration', notes);
  const { animations, transition, zoom } = readAnimations(element);
  const children =
    kind === 'composition'
      ? element.children('elements').flatMap((child) => readElement(child, frame, notes) ?? [])
      : [];
  const name = element.text('name')?.slice(0, 100);
  const layer = notes.cameFrom(
    element.path,
    compact({
      type: kind === 'composition' ? 'group' : kind,
      name,
      ...(kind === 'audio' ? {} : boxFields(element, kind, frame, notes)),
      ...ownFields(element, kind, frame, notes),
      zoom,
      // What they call dynamic is named after its element.
      variable: element.take('dynamic') === true ? (name ?? element.text('id') ?? kind) : undefined,
      animations: kind !== 'audio' && animations.length > 0 ? animations : undefined,
      layers: kind === 'composition' ? timed(children) : undefined,
    }),
  );
  return { path: element.path, kind, layer, track, time, duration, transition, children };
}

function timed(children: Element[]): Record<string, unknown>[] {
  return children
    .filter(({ kind }) => kind !== 'audio')
    .map(({ layer, time, duration }) => Object.assign(layer, compact({ start: time, duration })));
}

/** A share of the whole or the media's own length leaves the layer to its default. */
function seconds(element: Source, key: string, notes: ImportNotes): number | undefined {
  const value = element.take(key);
  if (typeof value === 'number') return value;
  if (value === undefined || value === 'media' || value === 'auto' || value === 'end' || value === '100%')
    return undefined;
  const parsed =
    typeof value === 'string' && /^[\d.]+\s*s?$/.test(value) ? Number.parseFloat(value) : Number.NaN;
  if (Number.isFinite(parsed)) return parsed;
  notes.add(`${element.path}.${key}`, `${JSON.stringify(value)} is no number of seconds`);
  return undefined;
}

function boxFields(
  element: Source,
  kind: Element['kind'],
  frame: Frame,
  notes: ImportNotes,
): Record<string, unknown> {
  const anchor = (key: string) => fraction(element.take(key)) ?? 0.5;
  const [anchorX, anchorY] = [anchor('x_anchor'), anchor('y_anchor')];
  for (const at of [anchorX, anchorY])
    if (![0, 0.5, 1].includes(at))
      notes.add(element.path, `an anchor at ${at * 100}% became the nearest of 0%, 50% and 100%`);
  const stroke = kind === 'text' ? undefined : strokeOf(element, frame);
  const shadow = element.text('shadow_color');
  return {
    x: element.take('x') ?? '50%',
    y: element.take('y') ?? '50%',
    width: element.take('width') ?? '100%',
    height: element.take('height') ?? '100%',
    anchor: anchorAt(anchorX, anchorY),
    visible: element.take('visible') === false ? false : undefined,
    rotation: degrees(element.take('z_rotation') ?? element.take('rotation')),
    opacity: fraction(element.take('opacity')),
    radius: element.take('border_radius'),
    blend: element.text('blend_mode'),
    border: kind === 'shape' ? undefined : stroke,
    stroke: kind === 'shape' ? stroke : undefined,
    shadow: shadow
      ? compact({
          color: shadow,
          blur: pixels(element.take('shadow_blur'), frame),
          x: pixels(element.take('shadow_x'), frame),
          y: pixels(element.take('shadow_y'), frame),
        })
      : undefined,
  };
}

function strokeOf(element: Source, frame: Frame): Record<string, unknown> | undefined {
  const color = element.text('stroke_color');
  if (color === undefined) return undefined;
  return {
    color,
    width: pixels(element.take('stroke_width'), frame) ?? rounded(Math.min(frame.width, frame.height) / 100),
  };
}

function ownFields(
  element: Source,
  kind: Element['kind'],
  frame: Frame,
  notes: ImportNotes,
): Record<string, unknown> {
  switch (kind) {
    case 'text':
      return textFields(element, frame, notes);
    case 'image':
      return { src: mediaSource(element, 'source', notes), fit: element.text('fit') };
    case 'video':
      return {
        src: mediaSource(element, 'source', notes),
        fit: element.text('fit'),
        ...playFields(element),
        ...whenShort(element),
      };
    case 'audio':
      return {
        src: mediaSource(element, 'source', notes),
        ...playFields(element),
        loop: element.take('loop') === true ? true : undefined,
        fade_in: element.number('audio_fade_in'),
        fade_out: element.number('audio_fade_out'),
      };
    case 'shape':
      return { ...shapeOf(element), fill: element.take('fill_color') };
    case 'composition':
      return { fill: undefined, clip: element.take('clip') === true ? true : undefined, layout: undefined };
    default:
      return kind satisfies never;
  }
}

function playFields(element: Source): Record<string, unknown> {
  return {
    trim_start: element.number('trim_start'),
    trim_duration: element.number('trim_duration'),
    volume: fraction(element.take('volume')),
    speed: fraction(element.take('speed') ?? element.take('playback_speed')),
  };
}

function whenShort(element: Source): Record<string, unknown> {
  return { when_short: element.take('loop') === true ? 'loop' : undefined };
}

/** Their paths are written in parts of the box or in pixels; ours are too. */
function shapeOf(element: Source): Record<string, unknown> {
  const path = element.text('path')?.replaceAll(/\s+/g, ' ').trim();
  if (path === undefined || RECTANGLE.test(path)) return { shape: 'rect' };
  if (!path.includes('%')) return { shape: 'path', path };
  return { shape: 'path', path: path.replaceAll('%', ''), view_box: [0, 0, 100, 100] };
}

const RECTANGLE = /^M ?0%? 0%? L ?100%? 0%? L ?100%? 100%? L ?0%? 100%?( L ?0%? 0%?)? Z$/i;
