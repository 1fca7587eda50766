/** One video file being encoded: raw frames go in, one after the other, and the file stands when `finish` returns. */
import { RenderFailure } from '../../contract/render-failure.ts';
import { type FfmpegProcess, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import { type EncodingSettings, encoderArguments } from './encoder-arguments.ts';

export interface OpenEncoder {
  /**
   * Sends one picture as `times` frames. The bytes are free for reuse when it resolves.
   * @throws {EncoderFailed}
   */
  write(picture: Uint8Array, times: number): Promise<void>;
  /** @throws {EncoderFailed} also when ffmpeg has encoded another number of frames than were sent. */
  finish(): Promise<void>;
  /** Ends ffmpeg without a file. Harmless after `finish`. */
  abandon(): Promise<void>;
}

export class EncoderFailed extends RenderFailure {
  constructor(options: ErrorOptions) {
    super('encoder', 'The video encoder of the render node failed; the row can be tried again.', options);
    this.name = 'EncoderFailed';
  }
}

export function openEncoder(settings: EncodingSettings, signal: AbortSignal): OpenEncoder {
  const ffmpeg = spawnFfmpeg(encoderArguments(settings), signal);
  const encodedFrames = followProgress(ffmpeg);
  let sent = 0;

  return {
    async write(picture, times) {
      for (let frame = 0; frame < times; frame++) {
        await send(ffmpeg, picture, signal);
        sent++;
      }
    },
    async finish() {
      ffmpeg.stdin.end();
      await ended(ffmpeg, signal);
      if (encodedFrames() !== sent)
        throw new EncoderFailed({ cause: new Error(`${sent} frames sent, ${encodedFrames()} encoded`) });
    },
    abandon: () => ffmpeg.abandon(),
  };
}

/** Waits until ffmpeg has taken the frame: the back-pressure, and the pause in which canvas memory is given back. */
async function send(ffmpeg: FfmpegProcess, frame: Uint8Array, signal: AbortSignal): Promise<void> {
  const refused = await new Promise<Error | null | undefined>((resolve) =>
    ffmpeg.stdin.write(frame, resolve),
  );
  if (!refused) return;
  // A broken pipe says only that ffmpeg has gone; how it ended says why.
  await ended(ffmpeg, signal);
  throw new EncoderFailed({ cause: refused });
}

async function ended(ffmpeg: FfmpegProcess, signal: AbortSignal): Promise<void> {
  try {
    await ffmpeg.finished;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof RenderFailure ? cause : new EncoderFailed({ cause });
  }
}

function followProgress(ffmpeg: FfmpegProcess): () => number {
  let tail = '';
  let frames = 0;
  ffmpeg.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (tail + text).split('\n');
    tail = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('frame=')) frames = Number(line.slice('frame='.length));
  });
  return () => frames;
}
