/** Plays a clip: ffmpeg decodes it to raw pictures of the size they are drawn at, one per frame of the video. */
import type { Readable } from 'node:stream';
import { placeText, RenderFailure } from '../../contract/render-failure.ts';
import { collectYoung } from '../ffmpeg/collect-young.ts';
import { localInput } from '../ffmpeg/one-shot.ts';
import { FfmpegFailed, type FfmpegProcess, LOCAL_FILES_ONLY, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import type { Clip } from './prepare-clip.ts';

/** Straight RGBA, or planar YUV 4:2:0 in BT.709 and limited range, for clips without transparency. */
export type ClipPixels = 'rgba' | 'yuv420p';

export interface ClipReader {
  /**
   * A frame of the clip's kept size; the bytes are valid until the next call. Frames are meant to be
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

const BYTES_PER_PIXEL: Record<ClipPixels, number> = { rgba: 4, yuv420p: 1.5 };

/** @param pixels for `yuv420p` the kept part has even sides and lies on even pixels. */
export function createClipReader(
  clip: Clip,
  options: PlaybackOptions,
  pixels: ClipPixels = 'rgba',
): ClipReader {
  const { width, height } = clip.cut.kept;
  const picture = new Uint8ClampedArray(width * height * BYTES_PER_PIXEL[pixels]);
  let decoder: Decoder | null = null;
  /** What `picture` holds; -1: nothing yet. */
  let current = -1;

  async function start(firstFrame: number): Promise<Decoder> {
    await decoder?.close();
    decoder = startDecoder(clip, firstFrame, options, pixels);
    current = firstFrame - 1;
    return decoder;
  }

  return {
    async frame(index) {
      let playing = !decoder || index < current ? await start(index) : decoder;
      while (current < index) {
        if (await playing.readInto(picture)) current++;
        else if (playing.pictures > 0) current = index;
        // A file that ends earlier than it said shows its last picture from then on: play up to there.
        else if (playing.firstFrame > 0) playing = await start(0);
        else throw undecodable(clip);
      }
      return picture;
    },
    async close() {
      await decoder?.close();
      decoder = null;
    },
  };
}

interface Decoder {
  readonly firstFrame: number;
  /** How many it has decoded so far. */
  readonly pictures: number;
  /** False when the clip has ended; the picture is then of no use unless an earlier call filled it. */
  readInto(picture: Uint8ClampedArray): Promise<boolean>;
  close(): Promise<void>;
}

function startDecoder(clip: Clip, firstFrame: number, options: PlaybackOptions, pixels: ClipPixels): Decoder {
  const ffmpeg = spawnFfmpeg(decoderArguments(clip, firstFrame, options, pixels), options.signal);
  const chunks = readChunks(ffmpeg.stdout);
  let rest: Uint8Array = new Uint8Array(0);
  let pictures = 0;

  return {
    firstFrame,
    get pictures() {
      return pictures;
    },
    async readInto(picture) {
      let filled = 0;
      while (filled < picture.length) {
        if (rest.length === 0) {
          const chunk = await chunks.next();
          // ffmpeg writes whole pictures: an end within one never happens while it is well.
          if (chunk.done) return ended(ffmpeg, clip, options.signal);
          rest = chunk.value;
          collectYoung(rest.length);
        }
        const part = rest.subarray(0, picture.length - filled);
        picture.set(part, filled);
        filled += part.length;
        rest = rest.subarray(part.length);
      }
      pictures++;
      return true;
    },
    close: () => ffmpeg.abandon(),
  };
}

function readChunks(stream: Readable): AsyncIterator<Uint8Array, undefined> {
  return stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
}

async function ended(ffmpeg: FfmpegProcess, clip: Clip, signal: AbortSignal): Promise<false> {
  try {
    await ffmpeg.finished;
    return false;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof FfmpegFailed ? undecodable(clip, cause) : cause;
  }
}

function undecodable({ span }: Clip, cause?: unknown): RenderFailure {
  return new RenderFailure('asset_type', `${placeText(span.place)}: the clip cannot be decoded`, { cause });
}

function decoderArguments(
  clip: Clip,
  firstFrame: number,
  { fps, threads }: PlaybackOptions,
  pixels: ClipPixels,
): string[] {
  const start = clip.layer.trim_start + (firstFrame * clip.layer.speed) / fps;
  return [
    ...['-nostdin', ...LOCAL_FILES_ONLY, '-threads', String(threads), '-max_pixels', String(MAX_PIXELS)],
    // Not accurate_seek, which drops the picture that stands at that moment when it began before; the fps filter keeps it.
    ...(start > 0 ? ['-noaccurate_seek', '-ss', start.toFixed(6)] : []),
    ...['-f', clip.demuxer, '-i', localInput(clip.path), '-map', '0:v:0', '-an', '-sn', '-dn'],
    ...['-filter_threads', '1', '-vf', clipFilter(clip, fps, pixels), '-f', 'rawvideo', 'pipe:1'],
  ];
}

const MAX_PIXELS = 50_000_000;

function clipFilter(
  { layer: { speed }, stream, cut: { scaled, kept } }: Clip,
  fps: number,
  pixels: ClipPixels,
): string {
  return [
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
    // Recordings of variable frame rate become even; frame 0 is what stands at 0, or the first picture that comes.
    `fps=fps=${fps}:start_time=0`,
    ...toneMapping(stream.colourTransfer),
    `scale=${scaled.width}:${scaled.height}:flags=bicubic+full_chroma_int+accurate_rnd:in_color_matrix=${colourMatrix(stream)}${SCALED_TO[pixels]}`,
    `format=${pixels}`,
    `crop=${kept.width}:${kept.height}:${kept.x}:${kept.y}`,
  ].join(',');
}

const SCALED_TO: Record<ClipPixels, string> = {
  rgba: '',
  yuv420p: ':out_color_matrix=bt709:out_range=tv',
};

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
