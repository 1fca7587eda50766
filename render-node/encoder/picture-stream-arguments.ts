/**
 * ffmpeg's arguments for an encoder that takes pictures one by one and hands each back coded. Whatever makes streams of
 * several such encoders differ in their headers is pinned here: pictures of one are spliced between those of another.
 */
import { BT709_TAGS, type EncoderName, NVENC_QP, type Quality, X264_CRF } from './encoder-arguments.ts';

export interface PictureStreamSettings {
  encoder: EncoderName;
  quality: Quality;
  /** Pixels, both even. */
  width: number;
  height: number;
  fps: number;
  /**
   * `live`: each picture comes out at once, at a constant quantiser, so that it depends on nothing sent long before.
   * `thorough`: pictures come out when the input ends, smaller for the same look; for what many rows share.
   */
  effort: 'live' | 'thorough';
  /** Its pictures become parts of others: no motion in them reaches farther than 35 pixels. */
  isPart?: boolean;
}

/**
 * IVF with I420 pictures, BT.709 in limited range, comes in; FLV goes out. A picture's time stamp is its place plus the key
 * pictures up to and with it: so a stamp that jumps by two asks for a key picture, at any place and without an end.
 */
export function pictureStreamArguments(settings: PictureStreamSettings): string[] {
  const { fps } = settings;
  return [
    ...['-fflags', '+nofillin', '-probesize', '32', '-analyzeduration', '0', '-fpsprobesize', '0'],
    ...[...BT709_TAGS, '-f', 'ivf', '-i', 'pipe:0', '-an'],
    ...codecArguments(settings),
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', ...BT709_TAGS, '-forced-idr', '1'],
    ...['-enc_time_base', `1:${fps}`, '-fps_mode', 'passthrough'],
    ...['-force_key_frames', `expr:gt(round(t*${fps})-n,n_forced+0.5)`],
    ...['-flush_packets', '1', '-flvflags', 'no_duration_filesize+no_metadata', '-f', 'flv', 'pipe:1'],
  ];
}

function codecArguments({ encoder, quality, effort, fps, isPart }: PictureStreamSettings): string[] {
  switch (encoder) {
    case 'libx264':
      return [
        ...['-c:v', 'libx264', '-threads', '1', ...X264_EFFORT[effort](quality)],
        '-x264-params',
        [...X264_HEADERS, `fps=${fps}/1`, ...X264_TIMING[effort], ...(isPart ? X264_PART : [])].join(':'),
      ];
    case 'h264_nvenc':
      return [
        ...['-c:v', 'h264_nvenc', '-preset', 'p4', '-rc', 'constqp', '-qp', String(NVENC_QP[quality])],
        ...['-bf', '0', '-delay', '0', '-zerolatency', '1', '-rc-lookahead', '0', '-g', '1000000'],
      ];
    default:
      return encoder satisfies never;
  }
}

/** A constant quantiser spends more evenly than x264's own control; two steps lower it looks the same. */
const X264_QP_OVER_CRF = 2;

const X264_EFFORT = {
  live: (quality: Quality) => ['-preset', 'veryfast', '-qp', String(X264_CRF[quality] + X264_QP_OVER_CRF)],
  thorough: (quality: Quality) => ['-preset', 'fast', '-crf', String(X264_CRF[quality])],
};

/** Each of these stands in a header, or changes one: equal headers are checked byte by byte all the same. */
const X264_HEADERS = [
  ...['stitchable=1', 'bframes=0', 'ref=1', 'weightp=0', 'open-gop=0', '8x8dct=1', 'cabac=1', 'no-psy=1'],
  ...['scenecut=0', 'keyint=infinite', 'min-keyint=1', 'chromaloc=0', 'sar=1/1', 'sliced-threads=0'],
  // Time stamps only ask for key pictures; the pictures themselves are evenly spaced.
  'force-cfr=1',
];

const X264_TIMING = {
  live: ['rc-lookahead=0', 'sync-lookahead=0', 'mbtree=0'],
  thorough: ['rc-lookahead=40'],
};

/** The shortest vectors that x264 can be held to: 32 pixels, and three around a pixel between two. */
const X264_PART = ['me=dia', 'merange=4', 'mvrange=32'];
