/** Plays a clip: ffmpeg decodes it to raw pictures of the size they are drawn at, one per frame of the video. */
import type { Readable } from 'node:stream';
import { placeText, RenderFailure } from '../../contract/render-failure.ts';
import { localInput } from '../ffmpeg/one-shot.ts';
import { FfmpegFailed, type FfmpegProcess, LOCAL_FILES_ONLY, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import type { Clip } from './prepare-clip.ts';

export interface ClipReader {
  /**
   * A frame as straight RGBA of the clip's kept size; the bytes are valid until the next call. Frames are meant to be
   * asked for in order: going back starts the decoder anew.
   * @throws {RenderFailure} `asset_type` when the clip cannot be decoded, naming its layer.
   */
  frame(index: number): Promise<Uint8ClampedArray>;
  close(): Promise<void>;
}

export interface PlaybackOptions {
  fps: number;
  threads: number;
  signal: AbortSignal;
}

export function createClipReader(clip: Clip, options: PlaybackOptions): ClipReader {
  const picture = new Uint8ClampedArray(clip.cut.kept.width * clip.cut.kept.height * 4);
  let decoder: Decoder | null = null;
  /** What `picture` holds. */
  let current = -1;

  return {
    async frame(index) {
      if (index < current) {
        await decoder?.close();
        decoder = null;
      }
      if (!decoder) {
        decoder = startDecoder(clip, index, options);
        current = index - 1;
      }
      // A file that ends earlier than it said shows its last picture from then on.
      while (current < index && (await decoder.readInto(picture))) current++;
      current = index;
      return picture;
    },
    async close() {
      await decoder?.close();
      decoder = null;
    },
  };
}

interface Decoder {
  /** False when the clip has ended; the picture then stays as it was. */
  readInto(picture: Uint8ClampedArray): Promise<boolean>;
  close(): Promise<void>;
}

function startDecoder(clip: Clip, firstFrame: number, options: PlaybackOptions): Decoder {
  const ffmpeg = spawnFfmpeg(decoderArguments(clip, firstFrame, options), options.signal);
  const chunks = readChunks(ffmpeg.stdout);
  let rest: Uint8Array = new Uint8Array(0);
  let pictures = 0;
  let ended = false;

  return {
    async readInto(picture) {
      if (ended) return false;
      let filled = 0;
      while (filled < picture.length) {
        if (rest.length === 0) {
          const chunk = await chunks.next();
          if (chunk.done) break;
          rest = chunk.value;
        }
        const part = rest.subarray(0, picture.length - filled);
        picture.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      if (filled === picture.length) {
        pictures++;
        return true;
      }
      ended = true;
      await endOfClip(ffmpeg, clip, pictures, options.signal);
      return false;
    },
    async close() {
      ffmpeg.kill();
      await ffmpeg.finished.catch(() => undefined);
    },
  };
}

function readChunks(stream: Readable): AsyncIterator<Uint8Array, undefined> {
  return stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
}

async function endOfClip(ffmpeg: FfmpegProcess, { span }: Clip, pictures: number, signal: AbortSignal) {
  try {
    await ffmpeg.finished;
    if (pictures === 0) throw new FfmpegFailed('decoded nothing', '');
  } catch (cause) {
    signal.throwIfAborted();
    if (!(cause instanceof FfmpegFailed)) throw cause;
    throw new RenderFailure('asset_type', `${placeText(span.place)}: the clip cannot be decoded`, { cause });
  }
}

function decoderArguments(clip: Clip, firstFrame: number, { fps, threads }: PlaybackOptions): string[] {
  const start = clip.layer.trim_start + firstFrame / fps;
  return [
    ...['-nostdin', ...LOCAL_FILES_ONLY, '-threads', String(threads), '-max_pixels', String(MAX_PIXELS)],
    ...(start > 0 ? ['-ss', start.toFixed(6)] : []),
    ...['-f', clip.demuxer, '-i', localInput(clip.path), '-map', '0:v:0', '-an', '-sn', '-dn'],
    ...['-filter_threads', '1', '-vf', clipFilter(clip, fps), '-f', 'rawvideo', 'pipe:1'],
  ];
}

const MAX_PIXELS = 50_000_000;

function clipFilter({ stream, cut: { scaled, kept } }: Clip, fps: number): string {
  return [
    // Recordings of variable frame rate become even; one that begins late shows its first picture until then.
    `fps=fps=${fps}:start_time=0`,
    ...toneMapping(stream.colourTransfer),
    `scale=${scaled.width}:${scaled.height}:flags=bicubic:in_color_matrix=${colourMatrix(stream)}`,
    'format=rgba',
    `crop=${kept.width}:${kept.height}:${kept.x}:${kept.y}`,
  ].join(',');
}

const HDR_TRANSFERS = new Set(['arib-std-b67', 'smpte2084']);

/** Phones film in HDR, which looks washed out when it is shown as it is. */
function toneMapping(transfer: string): string[] {
  if (!HDR_TRANSFERS.has(transfer)) return [];
  return [
    'zscale=transfer=linear:npl=100,format=gbrpf32le,zscale=primaries=bt709',
    'tonemap=hable:desat=0,zscale=transfer=bt709:matrix=bt709:range=limited,format=yuv420p',
  ];
}

/** Files that do not say it follow the custom: BT.709 from 720 lines on, BT.601 below. */
function colourMatrix({ colourMatrix, colourTransfer, height }: Clip['stream']): string {
  if (HDR_TRANSFERS.has(colourTransfer)) return 'bt709';
  return KNOWN_MATRICES[colourMatrix] ?? (height >= 720 ? 'bt709' : 'bt601');
}

const KNOWN_MATRICES: Record<string, string> = {
  bt709: 'bt709',
  smpte170m: 'bt601',
  bt470bg: 'bt601',
  fcc: 'fcc',
  smpte240m: 'smpte240m',
  bt2020nc: 'bt2020',
  bt2020c: 'bt2020',
};
