import type { Scene } from '../../contract/template/scene.ts';
import { ease } from './ease.ts';
import type { SceneSpan } from './timeline.ts';

/**
 * How far a scene has come in at a frame counted from its beginning: 0–1, or a little beyond with an easing that overshoots.
 * Taken in the middle of each frame, so that none is wasted on 0 or 1.
 */
export function sceneEntered({ enter, scene: { transition } }: SceneSpan, frame: number): number {
  if (frame >= enter) return 1;
  return ease(transition.easing ?? EASING[transition.type], (frame + 0.5) / enter);
}

const EASING: Record<Scene['transition']['type'], string> = {
  cut: 'linear',
  fade: 'linear',
  dissolve: 'linear',
  blur: 'linear',
  wipe: 'ease-in-out',
  slide: 'ease-in-out',
  push: 'ease-in-out',
  zoom: 'ease-in-out',
  circle: 'ease-in-out',
};
