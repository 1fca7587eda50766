/** Raw frames and samples → files, by ffmpeg on one thread and without dates, so that the same input gives the same bytes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** RGBA frames → an H.264 MP4 without sound. */
export function encodeClip(
  frames: Iterable<Buffer>,
  { width, height, fps }: { width: number; height: number; fps: number },
): Promise<Buffer> {
  return encode(frames, 'clip.mp4', [
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-r', String(fps), '-i', 'pipe:0'],
    ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '25', '-movflags', '+faststart'],
  ]);
}

/** Two sides of samples within ±1 → an MP3 of 128 kbit/s. */
export function encodeTrack(
  [left, right]: [Float32Array, Float32Array],
  sampleRate: number,
): Promise<Buffer> {
  const samples = Buffer.alloc(left.length * 8);
  for (const [at, value] of left.entries()) {
    samples.writeFloatLE(value, at * 8);
    samples.writeFloatLE(right[at] ?? 0, at * 8 + 4);
  }
  return encode([samples], 'track.mp3', [
    ...['-f', 'f32le', '-ar', String(sampleRate), '-ac', '2', '-i', 'pipe:0'],
    ...['-c:a', 'libmp3lame', '-b:a', '128k', '-id3v2_version', '0'],
  ]);
}

async function encode(input: Iterable<Buffer>, name: string, args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-media-'));
  try {
    const file = join(folder, name);
    const exact = ['-threads', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
    const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...args, ...exact, file], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const ended = once(ffmpeg, 'close');
    for (const chunk of input) if (!ffmpeg.stdin.write(chunk)) await once(ffmpeg.stdin, 'drain');
    ffmpeg.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`ffmpeg could not make ${name} (exit code ${code})`);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
