/** JSON2Video's movie: scenes of elements, and elements of the movie that lie over all scenes. */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { compact, evenSize, exampleTexts, type Frame, isVariable, nearestRate } from '../values.ts';
import { condition } from './condition.ts';
import { type Element, readElement } from './element.ts';

type Document = Record<string, unknown>;

const SIZES: Record<string, [number, number]> = {
  sd: [640, 360],
  hd: [1280, 720],
  'full-hd': [1920, 1080],
  squared: [1080, 1080],
  'instagram-story': [1080, 1920],
  'instagram-feed': [1080, 1080],
  'twitter-landscape': [1200, 675],
  'twitter-portrait': [1080, 1350],
};

export function importJson2video(movie: Source, notes: ImportNotes): Document {
  movie.ignore('comment', 'client-data', 'cache', 'draft', 'exports', 'project', 'id');
  const [width, height] = SIZES[movie.text('resolution') ?? 'custom'] ?? [
    movie.number('width') ?? 640,
    movie.number('height') ?? 360,
  ];
  const frame = evenSize(width, height);
  const overAll = movie.children('elements').flatMap((element) => readElement(element, frame, notes) ?? []);
  const { soundtrack, rest } = splitSoundtrack(overAll);
  const quality = movie.text('quality');
  const scenes = movie.children('scenes').map((scene) => readScene(scene, frame, notes));
  const [first = { duration: movie.number('duration') }, ...others] = scenes;
  return compact({
    version: 1,
    kind: 'video',
    name: movie.text('name') ?? 'JSON2Video movie',
    ...frame,
    fps: nearestRate(movie, 'fps', 25, notes),
    output: quality && ['low', 'medium', 'high'].includes(quality) ? { quality } : undefined,
    examples: variables(movie),
    soundtrack,
    scenes: [withElementsOfMovie(first, rest), ...others],
  });
}

function readScene(scene: Source, frame: Frame, notes: ImportNotes): Document {
  scene.ignore('comment', 'cache');
  const elements = scene.children('elements').flatMap((element) => readElement(element, frame, notes) ?? []);
  const transition = scene.child('transition');
  const duration = scene.number('duration');
  const local = scene.child('variables');
  if (local) notes.add(local.path, 'belongs to the scene alone: here variables are the template’s');
  return notes.cameFrom(
    scene.path,
    compact({
      id: scene.text('id'),
      duration: duration !== undefined && duration > 0 ? duration : 'auto',
      background: scene.text('background-color'),
      visible: condition(scene),
      transition: transition ? readTransition(transition) : undefined,
      audio: audioOf(elements),
      layers: layersOf(elements),
    }),
  );
}

/** Names of ffmpeg's transitions: `wipeleft`, `circleopen` … */
function readTransition(transition: Source): Document {
  const style = transition.text('style') ?? 'fade';
  transition.ignore('type');
  const [, kind = style, direction] =
    /^(wipe|slide|smooth|cover|reveal)(left|right|up|down)$/.exec(style) ?? [];
  return compact({
    type:
      {
        smooth: 'push',
        cover: 'slide',
        reveal: 'slide',
        circleopen: 'circle',
        zoomin: 'zoom',
        hblur: 'blur',
      }[kind] ?? kind,
    duration: transition.number('duration') ?? 1,
    direction,
  });
}

/** Music under the whole movie that no row chooses. */
function splitSoundtrack(elements: Element[]): { soundtrack?: Document; rest: Element[] } {
  const music = elements.find(
    ({ kind, layer }) => kind === 'audio' && !layer.start && !isVariable(layer.src),
  );
  if (!music) return { rest: elements };
  const { start: _, ...soundtrack } = music.layer;
  return { soundtrack, rest: elements.filter((element) => element !== music) };
}

function withElementsOfMovie(scene: Document, elements: Element[]): Document {
  if (elements.length === 0) return scene;
  const layers = layersOf(elements) ?? [];
  const audio = audioOf(elements) ?? [];
  for (const made of [...layers, ...audio]) made.span = 'video';
  scene.layers = [...((scene.layers as Document[] | undefined) ?? []), ...layers];
  if (audio.length > 0) scene.audio = [...((scene.audio as Document[] | undefined) ?? []), ...audio];
  return scene;
}

/** `z-index` lifts an element over those that come after it. */
function layersOf(elements: Element[]): Document[] | undefined {
  const layers = elements
    .filter(({ kind }) => kind === 'layer')
    .toSorted((a, b) => a.zIndex - b.zIndex)
    .map(({ layer }) => layer);
  return layers.length > 0 ? layers : undefined;
}

function audioOf(elements: Element[]): Document[] | undefined {
  const audio = elements.filter(({ kind }) => kind === 'audio').map(({ layer }) => layer);
  return audio.length > 0 ? audio : undefined;
}

function variables(movie: Source): Record<string, string> | undefined {
  const values = movie.take('variables');
  return values && typeof values === 'object' ? exampleTexts(values as Record<string, unknown>) : undefined;
}
