/** Raw frames and samples → files, by ffmpeg on one thread and without dates, so that the same input gives the same bytes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Clip {
  width: number;
  height: number;
  fps: number;
  /** x264's: more is smaller and coarser. */
  crf?: number;
  /** Seconds of frame `N` as an ffmpeg expression, for frames that do not come evenly. */
  shownAt?: string;
}

/** Two sides of samples within ±1. */
interface Sound {
  samples: [left: Float32Array, right: Float32Array];
  sampleRate: number;
}

/** RGBA frames → an H.264 MP4, with its sound as AAC if it has one. */
export function encodeClip(
  frames: Iterable<Buffer>,
  { width, height, fps, crf = 25, shownAt }: Clip,
  sound?: Sound,
): Promise<Buffer> {
  const colours = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';
  const uneven = [
    ...['-vf', `settb=1/90000,setpts=(${shownAt})/TB,${colours}`],
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-video_track_timescale', '90000'],
  ];
  return encode(
    frames,
    'clip.mp4',
    [
      ...[
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgba',
        '-s',
        `${width}x${height}`,
        '-r',
        String(fps),
        '-i',
        'pipe:0',
      ],
      ...(sound ? [...rawSound(sound.sampleRate, 'sound.raw'), '-c:a', 'aac', '-b:a', '64k'] : []),
      ...(shownAt ? uneven : ['-vf', colours]),
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
      ...['-c:v', 'libx264', '-preset', 'slow', '-crf', String(crf), '-movflags', '+faststart'],
    ],
    sound ? { 'sound.raw': interleave(sound.samples) } : {},
  );
}

/** Two sides of samples within ±1 → an MP3 of 128 kbit/s. */
export function encodeTrack(samples: Sound['samples'], sampleRate: number): Promise<Buffer> {
  return encode([interleave(samples)], 'track.mp3', [
    ...rawSound(sampleRate, 'pipe:0'),
    ...['-c:a', 'libmp3lame', '-b:a', '128k', '-id3v2_version', '0'],
  ]);
}

function rawSound(sampleRate: number, place: string): string[] {
  return ['-f', 'f32le', '-ar', String(sampleRate), '-ac', '2', '-i', place];
}

function interleave([left, right]: Sound['samples']): Buffer {
  const samples = Buffer.alloc(left.length * 8);
  for (const [at, value] of left.entries()) {
    samples.writeFloatLE(value, at * 8);
    samples.writeFloatLE(right[at] ?? 0, at * 8 + 4);
  }
  return samples;
}

/** @param beside files that the arguments name, by name */
async function encode(
  input: Iterable<Buffer>,
  name: string,
  args: string[],
  beside: Record<string, Buffer> = {},
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-media-'));
  try {
    const file = join(folder, name);
    for (const [other, bytes] of Object.entries(beside)) await writeFile(join(folder, other), bytes);
    const exact = ['-threads', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];
    const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-y', ...args, ...exact, file], {
      cwd: folder,
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
