/**
 * Shotstack's Edit: tracks of clips on one timeline. It becomes one scene whose layers start and last as the clips did;
 * their first track lies on top, so the list is turned round.
 */
import type { ImportNotes } from '../import-notes.ts';
import type { Source } from '../source.ts';
import { compact, exampleTexts, type Frame, isVariable, mediaSource, nearestRate } from '../values.ts';
import { type Clip, readClip } from './clip.ts';
import { frameSize } from './frame-size.ts';

type Document = Record<string, unknown>;

const PICTURES: Record<string, string> = { jpg: 'jpg', png: 'png', bmp: 'png', webp: 'webp' };
const QUALITIES: Record<string, string> = { verylow: 'low', low: 'low', high: 'high', veryhigh: 'high' };

export function importShotstack(edit: Source, notes: ImportNotes): Document {
  const timeline = edit.child('timeline');
  const output = edit.child('output');
  edit.ignore('callback', 'disk');
  timeline?.ignore('cache');
  output?.ignore('destinations', 'repeat', 'mute', 'overlap');
  const frame = frameSize(output, notes);
  const clips = (timeline?.children('tracks') ?? [])
    .map((track) => readTrack(track, frame, notes))
    .toReversed()
    .flat();
  noteFonts(timeline, notes);
  const format = output?.text('format') ?? 'mp4';
  const common = compact({
    version: 1,
    name: edit.text('name') ?? 'Shotstack edit',
    ...frame,
    examples: mergeFields(edit),
  });
  const background = timeline?.text('background') ?? '#000000';
  if (PICTURES[format])
    return compact({
      kind: 'image',
      ...common,
      background,
      output: { format: PICTURES[format] },
      layers: clips.filter(({ layer }) => layer.type !== 'audio').map(({ layer }) => untimed(layer)),
    });

  const track = timeline?.child('soundtrack');
  const { soundtrack, audio } = readSoundtrack(track, notes);
  return compact({
    kind: 'video',
    ...common,
    fps: output ? nearestRate(output, 'fps', 25, notes) : 25,
    output: compact({ format, quality: QUALITIES[output?.text('quality') ?? ''] }),
    thumbnail_time:
      output?.child('thumbnail')?.number('capture') ?? output?.child('poster')?.number('capture'),
    soundtrack,
    scenes: [
      compact({
        id: 'timeline',
        duration: sceneDuration(clips),
        background,
        audio: audioList([...audio, ...clips.filter(isAudio).map(audioOf)]),
        layers: clips.filter((clip) => !isAudio(clip)).map(({ layer }) => layer),
      }),
    ],
  });
}

/** A clip of the asset type `luma` is no layer: it masks the others of its track. */
function readTrack(track: Source, frame: Frame, notes: ImportNotes): Clip[] {
  const clips: Clip[] = [];
  let after = 0;
  for (const source of track.children('clips')) {
    const clip = readClip(source, frame, after, notes);
    if (!clip) continue;
    clips.push(clip);
    after = clip.end ?? after;
  }
  const masks = clips.filter(({ layer }) => layer.type === 'luma');
  for (const { layer: mask, start } of masks)
    for (const { layer, start: begins } of clips)
      if (layer.type !== 'luma' && begins === start) layer.mask = { src: mask.src, mode: 'luma' };
  return clips.filter(({ layer }) => layer.type !== 'luma');
}

function isAudio({ layer }: Clip): boolean {
  return layer.type === 'audio';
}

function audioOf({ layer }: Clip): Document {
  const { type: _, duration, ...audio } = layer;
  return compact({ ...audio, trim_duration: duration });
}

function audioList(list: Document[]): Document[] | undefined {
  return list.length > 0 ? list : undefined;
}

function untimed({ start: _, duration: __, animations: ___, ...layer }: Document): Document {
  return layer;
}

/** The end of the last clip; unknown while one lasts as long as its media. */
function sceneDuration(clips: Clip[]): number | 'auto' {
  if (clips.length === 0 || clips.some(({ end }) => end === null)) return 'auto';
  return Math.max(...clips.map(({ end }) => end ?? 0));
}

function readSoundtrack(
  track: Source | undefined,
  notes: ImportNotes,
): { soundtrack?: Document; audio: Document[] } {
  if (!track) return { audio: [] };
  const effect = track.text('effect')?.toLowerCase() ?? '';
  const sound = notes.cameFrom(
    track.path,
    compact({
      src: mediaSource(track, 'src', notes),
      volume: track.number('volume'),
      fade_in: effect.includes('fadein') ? 1 : undefined,
      fade_out: effect.includes('fadeout') ? 1 : undefined,
    }),
  );
  return isVariable(sound.src)
    ? { audio: [{ ...sound, loop: true, span: 'video' }] }
    : { soundtrack: sound, audio: [] };
}

function noteFonts(timeline: Source | undefined, notes: ImportNotes): void {
  for (const font of timeline?.children('fonts') ?? [])
    notes.add(
      `${font.path}.src`,
      `${font.text('src')}: a custom font needs its family name here; add it to "fonts" of the template`,
    );
}

function mergeFields(edit: Source): Record<string, string> | undefined {
  const fields = edit
    .children('merge')
    .map((field) => [field.text('find') ?? '', field.take('replace')] as const);
  return fields.length > 0
    ? exampleTexts(Object.fromEntries(fields.filter(([name]) => name !== '')))
    : undefined;
}
