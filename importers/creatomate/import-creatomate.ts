/**
 * Creatomate's RenderScript: elements on tracks. Compositions and full-frame media that follow each other on one track
 * become scenes; everything else lies over them. Without such a track all elements are layers of one scene.
 */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { compact, evenSize, fontWeight, isVariable, mediaSource, nearestRate } from '../values.ts';
import { type Element, readElement } from './element.ts';

type Document = Record<string, unknown>;

const PICTURES: Record<string, string> = { jpg: 'jpg', png: 'png', webp: 'webp' };

export function importCreatomate(script: Source, notes: ImportNotes): Document {
  const root = script.child('source') ?? script;
  root.ignore('emoji_style', 'render_scale', 'metadata', 'max_width', 'max_height');
  const format = root.text('output_format') ?? 'jpg';
  const frame = evenSize(root.number('width') ?? 1920, root.number('height') ?? 1080);
  const elements = root.children('elements').flatMap((element) => readElement(element, frame, notes) ?? []);
  const common = compact({
    version: 1,
    name: script.text('name') ?? root.text('name') ?? 'Creatomate template',
    ...frame,
    fonts: readFonts(root, notes),
  });
  if (!elements.some(isDynamic))
    notes.add(
      'elements',
      'no element is dynamic, so nothing is a variable: set "variable" on the layers that rows fill',
    );
  const background = root.text('fill_color');
  if (PICTURES[format]) {
    root.ignore('frame_rate', 'duration', 'snapshot_time');
    return compact({
      kind: 'image',
      ...common,
      background,
      output: { format: PICTURES[format] },
      layers: elements.filter(({ kind }) => kind !== 'audio').map(({ layer }) => layer),
    });
  }
  const { soundtrack, rest } = splitSoundtrack(elements);
  return compact({
    kind: 'video',
    ...common,
    fps: nearestRate(root, 'frame_rate', 60, notes),
    output: format === 'mp4' ? undefined : { format },
    thumbnail_time: root.number('snapshot_time'),
    soundtrack,
    scenes: readScenes(rest, root.number('duration'), background, notes),
  });
}

function isDynamic({ layer, children }: Element): boolean {
  return layer.variable !== undefined || children.some(isDynamic);
}

/** Music that starts with the video and that no row chooses. */
function splitSoundtrack(elements: Element[]): { soundtrack?: Document; rest: Element[] } {
  const music = elements.find(
    ({ kind, time, layer }) =>
      kind === 'audio' && !time && layer.variable === undefined && !isVariable(layer.src),
  );
  if (!music) return { rest: elements };
  const { type: _, name: __, start: ___, duration: ____, ...soundtrack } = music.layer;
  return { soundtrack, rest: elements.filter((element) => element !== music) };
}

function readScenes(
  elements: Element[],
  total: number | undefined,
  background: string | undefined,
  notes: ImportNotes,
): Document[] {
  const sequence = sceneTrack(elements);
  if (!sequence)
    return [
      compact({
        duration: total ?? spanOf(elements),
        background,
        audio: audioOf(elements),
        layers: layersOf(elements, false, notes),
      }),
    ];
  const others = elements.filter((element) => !sequence.includes(element));
  return sequence.map((element, index) => {
    const { layer, children, duration, transition } = element;
    const over = index === 0 ? others : [];
    const own = element.kind === 'composition' ? children : [{ ...element, duration: undefined }];
    return notes.cameFrom(
      element.path,
      compact({
        name: layer.name,
        duration: duration ?? spanOf(own),
        background: (element.kind === 'composition' ? layer.fill : undefined) ?? background,
        transition,
        audio: audioOf([...own, ...over]),
        layers: [...(layersOf(own, false, notes) ?? []), ...(layersOf(over, true, notes) ?? [])],
      }),
    );
  });
}

/** The track whose elements fill the frame one after the other: null when there is none. */
function sceneTrack(elements: Element[]): Element[] | null {
  const shown = elements.filter(({ kind }) => kind !== 'audio');
  const tracks = [...new Set(shown.map(({ track }) => track))].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  for (const track of tracks) {
    const list = shown.filter((element) => element.track === track);
    if (track !== null && list.every(isSceneLike) && (list.length > 1 || list[0]?.kind === 'composition'))
      return list;
  }
  return null;
}

function isSceneLike({ kind, layer, time }: Element): boolean {
  const fills = layer.width === '100%' && layer.height === '100%';
  return fills && (kind === 'composition' || ((kind === 'image' || kind === 'video') && time === undefined));
}

function spanOf(elements: Element[]): number | 'auto' {
  const ends = elements.flatMap(({ time = 0, duration }) =>
    duration === undefined ? [] : [time + duration],
  );
  return ends.length > 0 ? Math.max(...ends) : 'auto';
}

function layersOf(elements: Element[], overAll: boolean, notes: ImportNotes): Document[] | undefined {
  for (const { path, kind, children } of elements)
    if (kind === 'composition' && children.some((child) => child.kind === 'audio'))
      notes.add(path, 'has sound of its own: a group has none, put it into the audio of the scene');
  const layers = elements
    .filter(({ kind }) => kind !== 'audio')
    .map(({ layer, time, duration }) =>
      Object.assign(layer, compact({ start: time, duration, span: overAll ? 'video' : undefined })),
    );
  return layers.length > 0 ? layers : undefined;
}

function audioOf(elements: Element[]): Document[] | undefined {
  const audio = elements
    .filter(({ kind }) => kind === 'audio')
    .map(({ layer: { type: _, name: __, ...sound }, time, duration }) =>
      compact({ trim_duration: duration, ...sound, start: time }),
    );
  return audio.length > 0 ? audio : undefined;
}

/** Their files lie where they are; whether a format is one of ours shows when the template is saved. */
function readFonts(root: Source, notes: ImportNotes): Document[] | undefined {
  const fonts = root.children('fonts').map((font) =>
    notes.cameFrom(
      font.path,
      compact({
        family: font.text('family'),
        src: mediaSource(font, 'source', notes),
        weight: fontWeight(font.take('weight')),
        style: font.text('style'),
      }),
    ),
  );
  return fonts.length > 0 ? fonts : undefined;
}
