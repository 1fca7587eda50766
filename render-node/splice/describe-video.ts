/**
 * Says of each scene and layer of a row what it shows, after the row's values are filled in: those of two rows are alike
 * exactly when this is equal. The content of media counts, not what they are called.
 */
import { assetName } from '../../contract/template/values.ts';
import type { RenderMedia } from '../assets/render-media.ts';
import type { LayerSpan, SceneSpan, Timeline } from '../video/timeline.ts';

export interface VideoDescription {
  of(span: SceneSpan | LayerSpan): string;
  /** False for what no other row can be compared with: one of its media cannot be identified. */
  isComparable(span: SceneSpan | LayerSpan): boolean;
}

export async function describeVideo(
  { scenes }: Pick<Timeline, 'scenes'>,
  media: Pick<RenderMedia, 'identity'>,
): Promise<VideoDescription> {
  const spans = scenes.flatMap((scene) => [scene, ...scene.layers]);
  const described = await Promise.all(spans.map((span) => describe(span, media)));
  const descriptions = new Map(spans.map((span, index) => [span, described[index]]));
  return {
    of(span) {
      // One that cannot be compared is at least not taken for another one of its video.
      return descriptions.get(span) ?? `${spans.indexOf(span)} of ${unique(span)}`;
    },
    isComparable: (span) => typeof descriptions.get(span) === 'string',
  };
}

const numbers = new WeakMap<SceneSpan | LayerSpan, number>();
let lastNumber = 0;

function unique(span: SceneSpan | LayerSpan): number {
  const number = numbers.get(span) ?? ++lastNumber;
  numbers.set(span, number);
  return number;
}

async function describe(
  span: SceneSpan | LayerSpan,
  media: Pick<RenderMedia, 'identity'>,
): Promise<string | null> {
  const shown = 'layers' in span ? shownByScene(span) : shownByLayer(span);
  const sources = [...new Set(sourcesIn(shown))];
  const identities = await Promise.all(sources.map((source) => media.identity(source)));
  return identities.includes(null) ? null : JSON.stringify([shown, identities]);
}

/** Where it lies in the video, what it is called and how it sounds shows nowhere. */
function shownByScene({
  label: _,
  start: _start,
  variables: _variables,
  layers: _layers,
  scene,
  ...span
}: SceneSpan) {
  const { id: _id, name: _name, layers: _filled, duration: _duration, audio: _audio, ...shown } = scene;
  return { ...span, scene: shown };
}

function shownByLayer({ place: _, variables: _variables, sameInAllRows: _same, layer, ...span }: LayerSpan) {
  const { id: _id, name: _name, variable: _variable, bind: _bind, ...shown } = layer;
  return { ...span, layer: shown };
}

/** `src`, and whatever names an upload. */
function sourcesIn(value: unknown, property = ''): string[] {
  if (typeof value === 'string')
    return assetName(value) !== null || (property === 'src' && value !== '') ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, item]) => sourcesIn(item, name));
}
