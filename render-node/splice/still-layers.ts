/** Which layers look the same in all of a span's pictures. */
import type { VisibleLayer, VisibleScene } from '../video/events.ts';
import type { LayerSpan, SceneSpan } from '../video/timeline.ts';

export interface StillLayers {
  layers: ReadonlySet<LayerSpan>;
  /** Scenes and layers, bottom to top. */
  spans: (SceneSpan | LayerSpan)[];
  /** How each of them shows. */
  states: unknown[];
}

/**
 * @param pictures their scenes, in order.
 * @param isLeftOut of layers that do not count, whatever they look like.
 * @returns null when a scene itself changes.
 */
export function stillLayers(
  pictures: VisibleScene[][],
  isLeftOut: (layer: VisibleLayer, scene: SceneSpan) => boolean,
): StillLayers | null {
  const first = pictures[0] ?? [];
  for (const scenes of pictures)
    if (
      scenes.length !== first.length ||
      scenes.some(({ span, entered }, index) => span !== first[index]!.span || entered !== 1)
    )
      return null;
  const spans: StillLayers['spans'] = [];
  const states: unknown[] = [];
  const layers = new Set<LayerSpan>();
  for (const [index, scene] of first.entries()) {
    spans.push(scene.span);
    states.push(null);
    for (const layer of scene.layers) {
      if (isLeftOut(layer, scene.span)) continue;
      const state = stateOf(layer);
      const stays = pictures.every((scenes) =>
        scenes[index]!.layers.some((other) => other.span === layer.span && stateOf(other) === state),
      );
      if (!stays) continue;
      layers.add(layer.span);
      spans.push(layer.span);
      states.push(state);
    }
  }
  return { layers, spans, states };
}

function stateOf({ opacity, clipFrame, look }: VisibleLayer): string {
  return JSON.stringify([opacity, clipFrame, look]);
}
