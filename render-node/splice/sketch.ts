/** Compares pictures without their pixels, within a row and between rows: by what they show, and where. */
import { around, isEmptyBox, type PixelBox } from '../layers/box.ts';
import type { Picture, VisibleLayer } from '../video/events.ts';
import { movesLayers } from '../video/paint-transition.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import type { VideoDescription } from './describe-video.ts';
import { inkBox } from './ink-box.ts';

export interface Sketch {
  /** The scenes and their state; pictures that differ in it differ everywhere. */
  scenes: string;
  /** Bottom to top. */
  layers: SketchedLayer[];
}

interface SketchedLayer {
  /** What it shows and its state. */
  shown: string;
  /** Pixels that it can touch; null: not known. */
  box(): PixelBox | null;
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
      scene.layers.map(({ span, ...state }) => ({
        shown: `${index} ${JSON.stringify(state)} ${description.of(span)}`,
        box: () => (inPlace ? layerBox({ span, ...state }, video) : null),
      })),
    ),
  };
}

/** The same without the layers that it was made of: they need not stay in memory for it. */
export function detachSketch({ scenes, layers }: Sketch): Sketch {
  return {
    scenes,
    layers: layers.map(({ shown, box }) => {
      const known = box();
      return { shown, box: () => known };
    }),
  };
}

/** A layer in a state that this does not know may be anywhere. */
function layerBox(
  { span, opacity: _, clipFrame: _frame, ...others }: VisibleLayer,
  { painted, clips }: PreparedVideo,
): PixelBox | null {
  if (Object.keys(others).length > 0) return null;
  const layer = painted.get(span);
  return layer ? inkBox(layer) : (clips.get(span)?.bounds ?? null);
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
  ].map(({ box }) => box());
  const known = boxes.filter((box) => box !== null);
  if (known.length < boxes.length) return 'everywhere';
  const area = known.reduce(around, NOTHING);
  return isEmptyBox(area) ? 'nowhere' : area;
}

const NOTHING: PixelBox = { x: 0, y: 0, width: 0, height: 0 };

function names({ layers }: Sketch): Set<string> {
  return new Set(layers.map(({ shown }) => shown));
}
