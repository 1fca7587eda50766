/**
 * Which H.264 encoder this machine has, found out by using it: a build lists NVENC without a card, and some cards
 * (A100, H100, H200) have no encoder at all.
 */
import { FfmpegFailed, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import type { EncoderName } from './encoder-arguments.ts';

export type EncoderSetting = 'auto' | EncoderName;

export interface EncoderChoice {
  name: EncoderName;
  /** Why this one, for the log and the list of nodes: `no NVIDIA driver`. */
  reason: string;
}

const TRIAL_LIMIT_MS = 60_000;

/**
 * Tries NVENC with a real encode of two frames, unless the setting names libx264. Never fails: libx264 is the answer
 * when NVENC does not work, also when the setting asked for it, and the reason says so.
 */
export async function chooseEncoder(setting: EncoderSetting): Promise<EncoderChoice> {
  if (setting === 'libx264') return { name: 'libx264', reason: 'chosen by the ENCODER setting' };
  try {
    await spawnFfmpeg(NVENC_TRIAL, AbortSignal.timeout(TRIAL_LIMIT_MS)).finished;
    return { name: 'h264_nvenc', reason: 'NVENC passed a trial encode' };
  } catch (error) {
    return { name: 'libx264', reason: nvencProblem(error) };
  }
}

const NVENC_TRIAL = [
  ...['-nostdin', '-f', 'lavfi', '-i', 'color=black:s=256x256:r=30'],
  ...['-frames:v', '2', '-pix_fmt', 'yuv420p', '-c:v', 'h264_nvenc', '-f', 'null', '-'],
];

/** What an NVENC failure comes down to. Order matters: the session cap also prints "no capable devices". */
export function nvencProblem(error: unknown): string {
  if (!(error instanceof FfmpegFailed)) return 'NVENC could not be tried';
  const found = NVENC_PROBLEMS.find(({ prints }) => prints.test(error.stderr));
  return found?.means ?? 'NVENC failed for an unknown reason';
}

const NVENC_PROBLEMS: { prints: RegExp; means: string }[] = [
  { prints: /Unknown encoder/i, means: 'this ffmpeg has no NVENC' },
  { prints: /Cannot load (libcuda|nvcuda|libnvidia-encode|nvEncodeAPI)/i, means: 'no NVIDIA driver' },
  { prints: /CUDA_ERROR_NO_DEVICE|no CUDA-capable device/i, means: 'no NVIDIA card' },
  {
    prints: /minimum required Nvidia driver|does not support the required nvenc API/i,
    means: 'NVIDIA driver too old',
  },
  {
    prints: /OpenEncodeSessionEx failed: (out of memory|incompatible client key)/i,
    means: 'NVENC session limit reached',
  },
  { prints: /unsupported device|No capable devices found|No NVENC capable/i, means: 'the card has no NVENC' },
];
