import { audioLabel } from '../../contract/template/audio.ts';
import { usedProperties } from '../../contract/template/fill-layers.ts';
import { namesIn } from '../../contract/template/fill-property.ts';
import type { Scene } from '../../contract/template/scene.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import type { RenderTools } from '../render-tools.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import { loadSound } from './load-sound.ts';
import { planAudio, type SceneSound, type SoundtrackSound } from './plan-audio.ts';
import { renderSound } from './render-sound.ts';

/**
 * All that sounds in a row's video, as one file of its length.
 * @param template as stored, with its placeholders.
 * @param preparing the row's video; what does not depend on it is done meanwhile.
 * @returns null when nothing of the template can ever sound.
 * @throws {RenderFailure} naming scene, sound and variable.
 */
export async function renderVideoSound(
  tools: Pick<RenderTools, 'media' | 'workFolder' | 'cacheFolder' | 'signal'>,
  template: VideoTemplate,
  preparing: Promise<PreparedVideo>,
): Promise<string | null> {
  const [soundtrack, { timeline, clips, filled }] = await Promise.all([
    loadSoundtrack(tools, template),
    preparing,
  ]);
  const clipSounds = timeline.scenes.flatMap((scene) =>
    scene.layers.flatMap((span) => {
      const clip = clips.get(span);
      return clip?.sound ? [{ scene, span, source: clip.sound, frames: clip.frames }] : [];
    }),
  );
  const sceneSounds = await loadSceneSounds(tools, template, filled, timeline);
  const plan = planAudio(timeline, { clips: clipSounds, scenes: sceneSounds, soundtrack }, template.loudness);
  const ofRow = template.scenes.some(hasSoundOfRow);
  // Rows with and without sound are alike: players are happiest when one template has one kind of file.
  if (plan.tracks.length === 0 && !ofRow && !maySound(template)) return null;
  return renderSound(tools, plan, { sharedByRows: !ofRow });
}

async function loadSceneSounds(
  tools: Pick<RenderTools, 'media' | 'cacheFolder'>,
  template: VideoTemplate,
  filled: VideoTemplate,
  timeline: PreparedVideo['timeline'],
): Promise<SceneSound[]> {
  const sounds = timeline.scenes.flatMap((scene) => {
    const index = filled.scenes.indexOf(scene.scene);
    return scene.scene.audio.map(async (audio, place): Promise<SceneSound | null> => {
      if (audio.src === '' || audio.volume === 0) return null;
      const variable = namesIn(template.scenes[index]?.audio[place]?.src ?? '')[0] ?? null;
      const named = { scene: scene.label, layer: audioLabel(audio, place), variable };
      return { scene, audio, place: named, source: await loadSound(tools, audio, named) };
    });
  });
  return (await Promise.all(sounds)).filter((sound) => sound !== null);
}

const SOUNDTRACK = { scene: null, layer: 'soundtrack', variable: null };

/** Null when the template has none, or it is turned down to nothing. */
async function loadSoundtrack(
  tools: Pick<RenderTools, 'media' | 'cacheFolder'>,
  { soundtrack }: VideoTemplate,
): Promise<SoundtrackSound | null> {
  if (!soundtrack || soundtrack.src === '' || soundtrack.volume === 0) return null;
  return { settings: soundtrack, place: SOUNDTRACK, source: await loadSound(tools, soundtrack, SOUNDTRACK) };
}

/** Whether another row of the template may sound, although this one does not: a scene with sound is left out of it. */
function maySound({ scenes }: VideoTemplate): boolean {
  return scenes.some(({ visible }) => namesIn(visible).length > 0) && scenes.some(canSound);
}

function hasSoundOfRow({ layers, audio }: Scene): boolean {
  return (
    audio.some(({ src }) => namesIn(src).length > 0) ||
    layers.some((layer) => layer.type === 'video' && usedProperties(layer).size > 0)
  );
}

function canSound({ layers, audio }: Scene): boolean {
  return audio.length > 0 || layers.some(({ type }) => type === 'video');
}
