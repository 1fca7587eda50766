/** Layers whose looks change in more than place: prepared anew for each look, the last few kept. */
import type { LayerOf, TimedLayer } from '../../contract/template/layers.ts';
import type { PictureUse } from '../assets/render-media.ts';
import { type PaintedLayer, type PreparedLayer, prepareLayer } from '../layers/layer.ts';
import type { PrepareEnvironment } from '../layers/prepare-environment.ts';
import type { LayerChange } from './layer-look.ts';
import type { LayerSpan } from './timeline.ts';
import { isPlainZoom, prepareZoomed } from './zoomed-image.ts';

export interface LayerVariants {
  /** Null when it shows nothing then. */
  get(span: LayerSpan, change: LayerChange): Promise<PreparedLayer | null>;
}

/** Frames come in order, and rarely go back by more than a few. */
const KEPT = 4;

/**
 * @param environmentOf what the preparation of a layer looks at.
 * @param painted layers as they stand.
 */
export function createLayerVariants(
  environmentOf: (span: LayerSpan) => PrepareEnvironment,
  painted: ReadonlyMap<LayerSpan, PreparedLayer>,
): LayerVariants {
  const kept = new Map<LayerSpan, Map<string, Promise<PreparedLayer | null>>>();

  function prepare(span: LayerSpan, change: LayerChange): Promise<PreparedLayer | null> {
    const { layer } = span;
    const environment = environmentOf(span);
    if (layer.type === 'image' && change.zoom !== undefined && isPlainZoom(layer)) {
      const { zoom, ...others } = change;
      // The layer itself is known from frame to frame, and from row to row where no variable touches it.
      const isItself = Object.keys(others).length === 0 && layer.keyframes.opacity.length === 0;
      return prepareZoomed(
        isItself ? layer : (changed(layer, others) as LayerOf<'image'>),
        zoom,
        environment,
      );
    }
    const size = change.text === undefined ? undefined : painted.get(span)?.parts?.().size;
    const media = sameSizeMedia(environment.media, layer);
    return prepareLayer(changed(layer, change, size), { ...environment, media });
  }

  return {
    get(span, change) {
      const variants = kept.get(span) ?? new Map<string, Promise<PreparedLayer | null>>();
      kept.set(span, variants);
      const key = JSON.stringify(change);
      const known = variants.get(key) ?? prepare(span, change);
      variants.delete(key);
      variants.set(key, known);
      const [oldest] = variants.keys();
      if (variants.size > KEPT && oldest !== undefined) variants.delete(oldest);
      return known;
    },
  };
}

/** @param size of the text as it stands: one whose numbers count keeps it. */
function changed(layer: TimedLayer, { zoom, fill, text, ...box }: LayerChange, size?: number): PaintedLayer {
  const base = { ...layer, ...box, ...(layer.keyframes.opacity.length > 0 ? { opacity: 1 } : {}) };
  switch (base.type) {
    case 'video':
      throw new Error('A clip is never prepared anew');
    case 'caption': {
      const { src: _, cues: _cues, mode: _mode, highlight_color: _highlight, ...style } = base;
      return {
        ...style,
        ...(fill === undefined ? {} : { color: fill, fill: null }),
        type: 'text',
        text: text ?? '',
      };
    }
    case 'text':
      return {
        ...base,
        ...(text === undefined ? {} : { text, font_size: size ?? base.font_size }),
        ...(fill === undefined ? {} : { color: fill, fill: null }),
      };
    case 'shape':
      return { ...base, fill: fill ?? base.fill };
    case 'image':
      return { ...base, zoom: zoom !== undefined && base.zoom ? { ...base.zoom, from: zoom } : base.zoom };
    default:
      return base;
  }
}

/** A picture that grows is decoded once, for the largest that the template knows, and not again for each size. */
function sameSizeMedia(media: PrepareEnvironment['media'], layer: TimedLayer): PrepareEnvironment['media'] {
  const factor = layer.type === 'image' && layer.zoom ? Math.max(layer.zoom.from, layer.zoom.to) : 1;
  const grows = layer.keyframes.width.length > 0 || layer.keyframes.height.length > 0;
  if (factor === 1 && !grows) return media;
  const steps = (side: number) => 2 ** Math.ceil(Math.log2(Math.max(1, side)));
  const largest = ({ box: { width, height }, ...use }: PictureUse): PictureUse => ({
    ...use,
    box: { width: steps(width), height: steps(height) },
  });
  return { ...media, picture: (source, place, use) => media.picture(source, place, largest(use)) };
}
