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
   * `quick`: the same for pictures that mostly stand still, and for parts of pictures.
   * `still`: the same for a picture that is coded once and shown for long, with all the care that one picture can take.
   * `thorough`: pictures come out when the input ends, better for their size; for what many rows share.
   * `film`: the same for what moves all the time. Pictures are predicted from later ones, too, and come out in the order
   * they are decoded in; the stream has a header of its own, under another number.
   * `long film`: so much of it that it may not take as long for each picture.
   */
  effort: 'live' | 'quick' | 'still' | 'thorough' | 'film' | 'long film';
  /**
   * Its pictures become parts of others, no motion in them reaches farther than 32 pixels. `rows`: they are whole rows of
   * macroblocks. `row ends`: each row of macroblocks is a slice, to stand in a longer row.
   */
  part?: 'rows' | 'row ends';
}

/** A side of a macroblock, in pixels. */
export const MACROBLOCK = 16;

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

function codecArguments(settings: PictureStreamSettings): string[] {
  const { encoder, quality, effort, fps } = settings;
  switch (encoder) {
    case 'libx264':
      return [
        ...['-c:v', 'libx264', '-threads', '1', ...X264_EFFORT[effort](quality)],
        '-x264-params',
        [...X264_COMMON, `fps=${fps}/1`, ...X264_KIND[effort], ...partParameters(settings)].join(':'),
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

/**
 * A constant quantiser spends more evenly than x264's own control; one step higher it looks the same. A picture that all rows
 * hold for seconds is worth five steps more.
 */
const QP_OVER_CRF = 1;
const STILL_CRF = -5;

const X264_EFFORT = {
  // At a constant quantiser `veryfast` takes longer for larger files. What stands still needs even less: above all, no
  // picture is made ready for motion between its pixels.
  live: (quality: Quality) => ['-preset', 'superfast', '-qp', String(X264_CRF[quality] + QP_OVER_CRF)],
  quick: (quality: Quality) => ['-preset', 'ultrafast', '-qp', String(X264_CRF[quality] + QP_OVER_CRF)],
  still: (quality: Quality) => ['-preset', 'slower', '-qp', String(X264_CRF[quality] + QP_OVER_CRF)],
  thorough: (quality: Quality) => ['-preset', 'fast', '-crf', String(X264_CRF[quality] + STILL_CRF)],
  film: (quality: Quality) => ['-preset', 'medium', '-crf', String(X264_CRF[quality])],
  'long film': (quality: Quality) => ['-preset', 'veryfast', '-crf', String(X264_CRF[quality])],
};

const X264_COMMON = [
  ...['stitchable=1', 'open-gop=0', '8x8dct=1', 'cabac=1', 'no-psy=1', 'scenecut=0', 'keyint=infinite'],
  ...['min-keyint=1', 'chromaloc=0', 'sar=1/1', 'sliced-threads=0'],
  // Time stamps only ask for key pictures; the pictures themselves are evenly spaced.
  'force-cfr=1',
];

/** Decoders keep room for so many pictures, whatever they decode: a change of it in mid-stream could cost pictures. */
const DECODED_PICTURES = 4;
/** Each of these stands in a header, or changes one: equal headers are checked byte by byte all the same. */
const IN_ORDER = ['bframes=0', 'ref=1', 'weightp=0', `dpb-size=${DECODED_PICTURES}`];

const OUT_OF_ORDER = [
  // The more there may be, the wider the field that orders pictures: mixed ones have to fit it (`plan-mixes.ts`). Six give
  // it the same width as seven, and each takes 5 MB at 720p twice: it is looked at ahead, too.
  ...['bframes=6', 'b-pyramid=normal', `ref=${DECODED_PICTURES}`, 'weightp=2', 'weightb=1', 'sps-id=1'],
  'rc-lookahead=6',
];

/** Nothing is kept back. */
const AT_ONCE = [...IN_ORDER, 'rc-lookahead=0', 'sync-lookahead=0', 'mbtree=0'];

const X264_KIND = {
  live: AT_ONCE,
  // Unsmoothed, pictures would look worse for little time.
  quick: [...AT_ONCE, 'no-deblock=0'],
  still: AT_ONCE,
  thorough: [...IN_ORDER, 'rc-lookahead=40'],
  film: OUT_OF_ORDER,
  'long film': OUT_OF_ORDER,
};

/** The shortest vectors that x264 can be held to, 32 pixels. With a `quick` effort none ends between two pixels. */
const X264_PART = ['me=dia', 'merange=4', 'mvrange=32'];

function partParameters({ part, width }: PictureStreamSettings): string[] {
  switch (part) {
    case undefined:
      return [];
    case 'rows':
      return X264_PART;
    case 'row ends':
      // x264 would smooth across the slices' edges.
      return [...X264_PART, 'no-deblock=1', `slice-max-mbs=${Math.ceil(width / MACROBLOCK)}`];
    default:
      return part satisfies never;
  }
}
