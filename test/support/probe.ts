/** What ffmpeg's own tools say about a rendered file. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RawImage } from './image.ts';

const run = promisify(execFile);

export interface Probe {
  streams: ({ codec_type: 'video' | 'audio'; codec_name: string } & Record<string, unknown>)[];
  format: { format_name: string; duration: string; size: string } & Record<string, unknown>;
}

export async function probe(file: string): Promise<Probe> {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_streams',
    '-show_format',
    '-of',
    'json',
    file,
  ]);
  return JSON.parse(stdout) as Probe;
}

/** Frames that really decode, not what the header claims. */
export async function countFrames(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-count_frames'],
    ...['-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', file],
  ]);
  return Number.parseInt(stdout, 10);
}

/** The frame with this zero-based number, as straight RGBA. */
export async function extractFrame(file: string, index: number): Promise<RawImage> {
  const video = (await probe(file)).streams.find((stream) => stream.codec_type === 'video');
  if (!video) throw new Error(`${file} holds no video`);
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin', '-i', file, '-vf', `select=eq(n\\,${index})`, '-frames:v', '1'],
      ...['-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 },
  );
  const [width, height] = [Number(video.width), Number(video.height)];
  if (stdout.length !== width * height * 4) throw new Error(`${file} has no frame ${index}`);
  return { data: stdout, width, height };
}
