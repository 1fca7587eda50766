/** Pictures that are nothing but a clip's: they need no canvas. */
import { blendsWithGround } from '../layers/paint-layer.ts';
import type { Picture } from './events.ts';
import type { Clip } from './prepare-clip.ts';
import type { PreparedVideo } from './prepare-video.ts';

/** Kinds of film that are never transparent. */
const OPAQUE_CODECS: ReadonlySet<string> = new Set(['h264', 'hevc', 'av1', 'mpeg4', 'mpeg2video']);

/** The clip that fills the whole picture as it is, and its frame; null when anything else shows. */
export function filmPicture({ scenes }: Picture, video: PreparedVideo): { clip: Clip; frame: number } | null {
  const [scene, ...others] = scenes;
  const [layer, ...above] = scene?.layers ?? [];
  if (!scene || !layer || others.length > 0 || above.length > 0) return null;
  if (scene.entered !== 1 || layer.clipFrame === null || layer.opacity !== 1 || layer.look) return null;
  const clip = video.clips.get(layer.span);
  return clip && fillsFrame(clip, video.timeline) ? { clip, frame: layer.clipFrame } : null;
}

function fillsFrame(
  { cut: { kept, target }, placement, layer, look, stream }: Clip,
  { width, height }: PreparedVideo['timeline'],
): boolean {
  const isWhole = target.x === 0 && target.y === 0 && target.width === width && target.height === height;
  const isSameSize = kept.width === width && kept.height === height && kept.x % 2 === 0 && kept.y % 2 === 0;
  const isPlain =
    placement.rotation === 0 &&
    layer.opacity === 1 &&
    !blendsWithGround(layer) &&
    look.mask === null &&
    look.layer.blur === 0 &&
    look.layer.border === null &&
    isZero(look.layer.radius);
  return isWhole && isSameSize && isPlain && OPAQUE_CODECS.has(stream.codec);
}

function isZero(length: number | string): boolean {
  return Number.parseFloat(String(length)) === 0;
}
