/** Compares pictures without their pixels, within a row and between rows: by what they show, and where. */
import { around, isEmptyBox, type PixelBox } from '../layers/box.ts';
import type { Picture } from '../video/events.ts';
import { movesLayers } from '../video/paint-transition.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import { visibleBounds } from '../video/visible-bounds.ts';
import type { VideoDescription } from './describe-video.ts';

export interface Sketch {
  /** The scenes and their state; pictures that differ in it differ everywhere. */
  scenes: string;
  /** Bottom to top. */
  layers: SketchedLayer[];
}

export interface SketchedLayer {
  /** What it shows and its state. */
  shown: string;
  /** Pixels that it can touch; null: not known. */
  bounds(): PixelBox | null;
}

export function sketchPicture(
  { scenes }: Picture,
  video: PreparedVideo,
  description: VideoDescription,
): Sketch {
  const inPlace = !scenes.some(movesLayers);
  return {
    scenes: JSON.stringify(scenes.map(({ span, layers: _, ...state }) => [description.of(span), state])),
    layers: scenes.flatMap((scene, index) =>
      scene.layers.map((layer) => {
        const { span, opacity, clipFrame, look } = layer;
        const state = clipFrame === null && !look ? '' : JSON.stringify([clipFrame, look]);
        return {
          shown: `${opacity} ${index} ${state} ${description.of(span)}`,
          bounds: () => (inPlace ? visibleBounds(layer, video) : null),
        };
      }),
    ),
  };
}

/** The same without the layers that it was made of: they need not stay in memory for it. */
export function detachSketch({ scenes, layers }: Sketch): Sketch {
  return {
    scenes,
    layers: layers.map(({ bounds, ...layer }) => {
      const known = bounds();
      return { ...layer, bounds: () => known };
    }),
  };
}

/**
 * Where two pictures can differ.
 * @returns `nowhere`, `everywhere`, or the pixels around all that does.
 */
export function difference(before: Sketch, now: Sketch): PixelBox | 'nowhere' | 'everywhere' {
  if (before.scenes !== now.scenes) return 'everywhere';
  const [was, is] = [names(before), names(now)];
  const stayed = before.layers.filter(({ shown }) => is.has(shown));
  const stays = now.layers.filter(({ shown }) => was.has(shown));
  // Layers that stay but change places shine through differently.
  if (stayed.length !== stays.length || stayed.some(({ shown }, index) => shown !== stays[index]!.shown))
    return 'everywhere';
  const boxes = [
    ...before.layers.filter(({ shown }) => !is.has(shown)),
    ...now.layers.filter(({ shown }) => !was.has(shown)),
  ].map(({ bounds }) => bounds());
  const known = boxes.filter((box) => box !== null);
  if (known.length < boxes.length) return 'everywhere';
  const area = known.reduce(around, NOTHING);
  return isEmptyBox(area) ? 'nowhere' : area;
}

const NOTHING: PixelBox = { x: 0, y: 0, width: 0, height: 0 };

function names({ layers }: Sketch): Set<string> {
  return new Set(layers.map(({ shown }) => shown));
}
