/** One clip with its asset → one layer. */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { type Animation, compact, type Frame, mediaSource, rounded } from '../values.ts';
import { htmlLayer, textLayer, titleLayer } from './text-assets.ts';

export interface Clip {
  layer: Record<string, unknown>;
  /** Seconds. */
  start: number;
  /** Null: as long as its media. */
  end: number | null;
}

/** @param after seconds at which the clip before it on its track ends: where `start: "auto"` begins */
export function readClip(clip: Source, frame: Frame, after: number, notes: ImportNotes): Clip | null {
  const asset = clip.child('asset');
  if (!asset) {
    clip.leaveOut('has no asset');
    return null;
  }
  clip.ignore('alias');
  const start = clip.take('start') === 'auto' ? after : (clip.number('start') ?? 0);
  const length = clip.take('length');
  const seconds = length === 'auto' || length === 'end' ? undefined : clip.number('length');
  const made = assetLayer(asset, clip, frame, notes);
  if (!made) return null;
  const own = (made.animations ?? []) as Animation[];
  const animations = made.type === 'audio' ? [] : [...own, ...clipAnimations(clip)];
  const layer = compact({
    ...made,
    start: start === 0 ? undefined : start,
    duration: seconds,
    animations: animations.length > 0 ? animations : undefined,
  });
  return {
    layer: notes.cameFrom(clip.path, layer),
    start,
    end: seconds === undefined ? (length === 'end' ? start : null) : rounded(start + seconds),
  };
}

function assetLayer(
  asset: Source,
  clip: Source,
  frame: Frame,
  notes: ImportNotes,
): Record<string, unknown> | null {
  const type = asset.text('type') ?? '';
  const media = () => ({ src: mediaSource(asset, 'src', notes) });
  switch (type) {
    case 'image':
      return {
        type: 'image',
        ...clipBox(clip, asset, frame),
        ...media(),
        ...fitOf(clip),
        ...looks(clip),
      };
    case 'video':
      return {
        type: 'video',
        ...clipBox(clip, asset, frame),
        ...media(),
        ...fitOf(clip),
        ...looks(clip),
        trim_start: asset.number('trim'),
        // There a clip is loud unless told otherwise, too.
        volume: asset.number('volume'),
        speed: asset.number('speed'),
      };
    case 'audio': {
      const effect = asset.text('effect')?.toLowerCase() ?? '';
      return {
        type: 'audio',
        ...media(),
        trim_start: asset.number('trim'),
        volume: asset.number('volume'),
        fade_in: effect.includes('fadein') ? 1 : undefined,
        fade_out: effect.includes('fadeout') ? 1 : undefined,
      };
    }
    case 'luma':
      return { type: 'luma', ...media() };
    case 'caption':
      return { type: 'caption', ...clipBox(clip, asset, frame), ...media() };
    case 'shape':
      return { ...clipBox(clip, asset, frame), ...shapeFields(asset), ...looks(clip) };
    case 'title':
      return { ...clipBox(clip, asset, frame), ...titleLayer(asset, frame), ...looks(clip) };
    case 'text':
    case 'rich-text':
      return { ...clipBox(clip, asset, frame), ...textLayer(asset), ...looks(clip) };
    case 'html':
      return { ...clipBox(clip, asset, frame), ...htmlLayer(asset, notes), ...looks(clip) };
    default:
      clip.leaveOut(`an asset of the type "${type}" has no equal here: the clip is left out`);
      return null;
  }
}

function shapeFields(asset: Source): Record<string, unknown> {
  const kind = asset.text('shape') ?? 'rectangle';
  const fill = asset.child('fill');
  const stroke = asset.child('stroke');
  const details = asset.child(kind);
  const diameter = details?.number('radius');
  return compact({
    type: 'shape',
    shape: { rectangle: 'rect', circle: 'ellipse', line: 'line' }[kind] ?? kind,
    fill: fill?.text('color'),
    stroke: stroke ? compact({ color: stroke.text('color'), width: stroke.number('width') ?? 1 }) : undefined,
    width: details?.number('width') ?? details?.number('length') ?? (diameter && diameter * 2),
    height: details?.number('height') ?? details?.number('thickness') ?? (diameter && diameter * 2),
    radius: details?.number('cornerRadius'),
  });
}

/** In its frame a box is placed by the point that it shares with it, then moved by parts of the frame, upwards. */
function clipBox(clip: Source, asset: Source, frame: Frame): Record<string, unknown> {
  const scale = clip.number('scale') ?? 1;
  const width = clip.number('width') ?? asset.number('width') ?? frame.width;
  const height = clip.number('height') ?? asset.number('height') ?? frame.height;
  const [atX, atY, anchor] = POSITIONS[clip.text('position') ?? asset.text('position') ?? 'center'] ?? CENTRE;
  const offset = clip.child('offset') ?? asset.child('offset');
  const x = frame.width * (atX + (offset?.number('x') ?? 0));
  const y = frame.height * (atY - (offset?.number('y') ?? 0));
  return {
    x: rounded(x),
    y: rounded(y),
    width: rounded(width * scale),
    height: rounded(height * scale),
    anchor,
  };
}

const CENTRE: [number, number, string] = [0.5, 0.5, 'center'];
const POSITIONS: Record<string, [number, number, string]> = {
  center: CENTRE,
  top: [0.5, 0, 'top'],
  topRight: [1, 0, 'top-right'],
  right: [1, 0.5, 'right'],
  bottomRight: [1, 1, 'bottom-right'],
  bottom: [0.5, 1, 'bottom'],
  bottomLeft: [0, 1, 'bottom-left'],
  left: [0, 0.5, 'left'],
  topLeft: [0, 0, 'top-left'],
};

/** Their `crop` is what CSS calls cover, and their `cover` stretches. */
function fitOf(clip: Source): Record<string, unknown> {
  const fit = { crop: 'cover', cover: 'fill', contain: 'contain', none: 'none' }[clip.text('fit') ?? 'crop'];
  const [x, y] = POSITIONS[clip.text('position') ?? 'center'] ?? CENTRE;
  return { fit, focus: fit === 'contain' || fit === 'none' ? `${x * 100}% ${y * 100}%` : undefined };
}

const FILTERS: Record<string, Record<string, number>> = {
  greyscale: { grayscale: 1 },
  contrast: { contrast: 1.4 },
  boost: { contrast: 1.2, saturation: 1.3 },
  darken: { brightness: 0.7 },
  lighten: { brightness: 1.3 },
  muted: { saturation: 0.5 },
};

function looks(clip: Source): Record<string, unknown> {
  const filter = clip.text('filter');
  const rotate = clip.child('transform')?.child('rotate');
  const zoom = zoomOf(clip.text('effect') ?? '');
  if (!zoom) clip.refuse('effect', 'has no equal here');
  return {
    opacity: clip.number('opacity'),
    rotation: rotate?.number('angle'),
    filters: filter === undefined || filter === 'none' ? undefined : (FILTERS[filter] ?? { [filter]: 1 }),
    zoom,
  };
}

function zoomOf(effect: string): { from: number; to: number } | undefined {
  const amount = effect.endsWith('Slow') ? 1.1 : effect.endsWith('Fast') ? 1.5 : 1.3;
  if (effect.startsWith('zoomIn')) return { from: 1, to: amount };
  if (effect.startsWith('zoomOut')) return { from: amount, to: 1 };
  return undefined;
}

/** Shotstack's names with a speed at their end: `slideLeftFast`. */
function clipAnimations(clip: Source): Animation[] {
  const transition = clip.child('transition');
  return (['in', 'out'] as const).flatMap((at) => {
    const name = transition?.text(at);
    if (name === undefined || name === 'none') return [];
    const [, kind = name, direction, speed] =
      /^([a-z]+?)(Left|Right|Up|Down|TopLeft|TopRight|BottomLeft|BottomRight)?(Slow|Fast|VeryFast)?$/.exec(
        name,
      ) ?? [];
    return [
      compact({
        type: { reveal: 'wipe', zoom: 'scale', carousel: 'slide', shuffle: 'slide' }[kind] ?? kind,
        at,
        duration: { Slow: 2, Fast: 0.5, VeryFast: 0.25 }[speed ?? ''] ?? 1,
        direction: direction?.toLowerCase(),
      }),
    ];
  });
}
