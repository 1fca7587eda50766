/** ffmpeg's arguments for one video file, computed without touching anything. */
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { LOCAL_FILES_ONLY } from '../ffmpeg/spawn-ffmpeg.ts';

export type EncoderName = 'libx264' | 'h264_nvenc';
export type Quality = VideoTemplate['output']['quality'];

export interface EncodingSettings {
  encoder: EncoderName;
  quality: Quality;
  /** Pixels, both even. */
  width: number;
  height: number;
  fps: number;
  /** An .m4a file with AAC of the video's length; null for a silent video. */
  audioFile: string | null;
  /** CPU threads of libx264. */
  threads: number;
  output: string;
}

/** Frames come as planar YUV 4:2:0, BT.709, limited range, on standard input; progress goes to standard output. */
export function encoderArguments(settings: EncodingSettings): string[] {
  const { width, height, fps, audioFile, output } = settings;
  const frames = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(fps)];
  const sound = audioFile === null ? [] : [...LOCAL_FILES_ONLY, '-f', 'mov', '-i', `file:${audioFile}`];
  return [
    ...['-y', '-progress', 'pipe:1', ...LOCAL_FILES_ONLY, ...frames, ...BT709_TAGS, '-i', 'pipe:0', ...sound],
    ...['-map', '0:v:0', ...(audioFile === null ? [] : ['-map', '1:a:0', '-c:a', 'copy'])],
    ...codecArguments(settings),
    ...['-vf', 'setsar=1'],
    // A key frame every two seconds: players seek to them.
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-g', String(2 * fps), ...BT709_TAGS],
    // The index first, so that a browser plays before it has everything. No dates: equal rows make equal files.
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', output],
  ];
}

/** The whole path speaks BT.709 in limited range and says so; an untagged file shows shifted colours in HD players. */
export const BT709_TAGS = [
  ...['-color_range', 'tv', '-colorspace', 'bt709'],
  ...['-color_primaries', 'bt709', '-color_trc', 'bt709'],
];

function codecArguments({ encoder, quality, threads }: EncodingSettings): string[] {
  switch (encoder) {
    case 'libx264':
      return [
        ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(X264_CRF[quality])],
        ...['-threads', String(threads)],
      ];
    case 'h264_nvenc':
      return ['-c:v', 'h264_nvenc', '-preset', 'p4', '-rc', 'constqp', '-qp', String(NVENC_QP[quality])];
    default:
      return encoder satisfies never;
  }
}

export const X264_CRF = { low: 28, medium: 23, high: 18 } as const satisfies Record<Quality, number>;
/** Constant QP lacks x264's adaptive spending, so it sits a little lower for the same look. */
export const NVENC_QP = { low: 29, medium: 24, high: 19 } as const satisfies Record<Quality, number>;
