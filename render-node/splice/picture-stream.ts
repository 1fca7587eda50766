/** An encoder process that takes pictures one by one and hands each back coded, for as long as it is kept open. */
import { EncoderFailed } from '../encoder/open-encoder.ts';
import { type PictureStreamSettings, pictureStreamArguments } from '../encoder/picture-stream-arguments.ts';
import { spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import { createFlvReader } from './flv-reader.ts';

export interface PictureStream {
  /**
   * Sends a picture as planar YUV 4:2:0. A key picture stands for itself; any other one builds on the one sent before.
   * @returns when the bytes may be changed again, and the coded picture: NAL units with their lengths before them.
   */
  encode(yuv: Uint8Array, key: boolean): SentPicture;
  /** The stream's header; known with the first coded picture. */
  readonly avcC: Buffer | null;
  /** False once the encoder has ended, whatever the reason. */
  readonly usable: boolean;
  /** Resolves when all that was sent is out, or never will be. */
  drained(): Promise<void>;
  /** Ends the input: what is still inside comes out. */
  finish(): Promise<void>;
  /** Ends the encoder at once. */
  abandon(): Promise<void>;
}

export interface SentPicture {
  /** Both reject with `EncoderFailed` when the encoder ends before. */
  taken: Promise<void>;
  coded: Promise<Buffer>;
}

export function openPictureStream(settings: PictureStreamSettings, signal: AbortSignal): PictureStream {
  const isLane = settings.effort === 'live' || settings.effort === 'quick';
  const ffmpeg = spawnFfmpeg(pictureStreamArguments(settings), signal, { keepsMemory: isLane });
  const pictureBytes = (settings.width * settings.height * 3) / 2;
  const waiting: { resolve(coded: Buffer): void; reject(error: unknown): void }[] = [];
  let avcC: Buffer | null = null;
  let usable = true;
  let sent = 0;
  let keys = 0;
  let lastOut: Promise<void> = Promise.resolve();

  ffmpeg.stdout.on(
    'data',
    createFlvReader({
      header: (bytes) => {
        avcC = bytes;
      },
      picture: (bytes) => waiting.shift()?.resolve(bytes),
    }),
  );
  void ffmpeg.finished.then(
    () => end(new EncoderFailed({ cause: new Error('ffmpeg ended before its pictures were out') })),
    (cause) => end(signal.aborted ? signal.reason : new EncoderFailed({ cause })),
  );
  ffmpeg.stdin.write(fileHeader(settings));

  function end(error: unknown) {
    usable = false;
    for (const { reject } of waiting.splice(0)) reject(error);
  }

  return {
    encode(yuv, key) {
      if (key) keys++;
      const header = pictureHeader(pictureBytes, sent + keys);
      sent++;
      const coded = new Promise<Buffer>((resolve, reject) => waiting.push({ resolve, reject }));
      // Whoever sends may fail before it looks at what came of it.
      lastOut = coded.then(
        () => undefined,
        () => undefined,
      );
      ffmpeg.stdin.cork();
      ffmpeg.stdin.write(header);
      // How ffmpeg ended says why it took no more: the coded picture rejects with that.
      const taken = new Promise<void>((resolve, reject) => {
        ffmpeg.stdin.write(yuv, (refused) => (refused ? coded.then(() => resolve(), reject) : resolve()));
      });
      taken.catch(() => undefined);
      ffmpeg.stdin.uncork();
      if (!usable) end(new EncoderFailed({ cause: new Error('ffmpeg has ended') }));
      return { taken, coded };
    },
    get avcC() {
      return avcC;
    },
    get usable() {
      return usable;
    },
    drained: () => lastOut,
    async finish() {
      ffmpeg.stdin.end();
      await ffmpeg.finished.catch((cause: unknown) => {
        throw signal.aborted ? signal.reason : new EncoderFailed({ cause });
      });
    },
    abandon: () => ffmpeg.abandon(),
  };
}

/** IVF, the plainest container whose pictures have time stamps. */
function fileHeader({ width, height, fps }: PictureStreamSettings): Buffer {
  const header = Buffer.alloc(32);
  header.write('DKIF', 0, 'latin1');
  header.writeUInt16LE(header.length, 6);
  header.write('I420', 8, 'latin1');
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header.writeUInt32LE(fps, 16);
  header.writeUInt32LE(1, 20);
  return header;
}

function pictureHeader(bytes: number, stamp: number): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(bytes, 0);
  header.writeBigUInt64LE(BigInt(stamp), 4);
  return header;
}
