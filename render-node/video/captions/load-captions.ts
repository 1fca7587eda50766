import { readFile } from 'node:fs/promises';
import { DataInvalid, placeText, RenderFailure } from '../../../contract/render-failure.ts';
import { escapeAccents } from '../../../contract/template/accent-markup.ts';
import type { LayerOf, TimedLayer } from '../../../contract/template/layers.ts';
import { sceneLabel } from '../../../contract/template/scene.ts';
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import { layerPlace } from '../../layers/layer-place.ts';
import type { LayerPlace } from '../../layers/prepare-environment.ts';
import type { RenderTools } from '../../render-tools.ts';
import { parseSubtitles, SubtitleFault } from './parse-subtitles.ts';

/**
 * A filled template with the cues of its subtitle files in place of their names.
 * @throws {RenderFailure} naming scene, layer, variable and the file's faulty line.
 */
export async function loadCaptions(
  tools: Pick<RenderTools, 'media' | 'notes'>,
  filled: VideoTemplate,
  template: VideoTemplate,
): Promise<VideoTemplate> {
  if (!filled.scenes.some(({ layers }) => layers.some(isFromFile))) return filled;
  const scenes = filled.scenes.map(async (scene, index) => {
    const stored = template.scenes[index]?.layers ?? [];
    const label = sceneLabel(scene, index);
    const layers = scene.layers.map((layer, place) =>
      isFromFile(layer)
        ? loadCaption(tools, layer, layerPlace(stored[place] ?? layer, place, label))
        : Promise.resolve(layer),
    );
    return { ...scene, layers: await Promise.all(layers) };
  });
  return { ...filled, scenes: await Promise.all(scenes) };
}

type Caption = LayerOf<'caption'>;

function isFromFile(layer: TimedLayer): layer is Extract<TimedLayer, { type: 'caption' }> {
  return layer.type === 'caption' && layer.visible !== false && layer.src !== '';
}

const MOST_BYTES = 4 * 1024 * 1024;

async function loadCaption<Layer extends Caption>(
  { media }: Pick<RenderTools, 'media'>,
  layer: Layer,
  place: LayerPlace,
): Promise<Layer> {
  const { path } = await media.file(layer.src, 'captions', place);
  const bytes = await readFile(path);
  if (bytes.length > MOST_BYTES)
    throw new RenderFailure('asset_too_large', `${placeText(place)}: the captions have more than 4 MB`);
  try {
    // Only asterisks of the template mark an accent.
    const printed = (text: string) => (layer.accent ? escapeAccents(text) : text);
    const cues = parseSubtitles(bytes.toString('utf8')).map((cue) => ({
      ...cue,
      text: printed(cue.text),
      words: [],
    }));
    return { ...layer, cues };
  } catch (cause) {
    if (!(cause instanceof SubtitleFault)) throw cause;
    const problem = `line ${cause.line} of the captions ${cause.message}`;
    throw new DataInvalid({ ...place, problem }, { cause });
  }
}
