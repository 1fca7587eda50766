/** What splicing one row's video is given. */
import type { Logger } from '../../runtime/logger.ts';
import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import type { Heavily } from '../heavy-work.ts';
import type { RenderTools } from '../render-tools.ts';
import type { SizeBoundCache } from '../size-bound-cache.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import type { EncoderLane, LaneCoding } from './encoder-lane.ts';
import type { OverlayPlan } from './plan-overlay.ts';
import type { Strip } from './plan-strip.ts';
import type { Repeats } from './repeats.ts';
import type { SpanStore } from './span-store.ts';
import type { StillSlices } from './still-slices.ts';
import type { YuvCanvas } from './yuv-canvas.ts';

export interface SpliceTools extends Pick<RenderTools, 'media' | 'signal' | 'threads'> {
  /** Of all the row's pictures. */
  coding: LaneCoding;
  lane(effort: WholeEffort): Promise<EncoderLane>;
  /** No lane is needed for a while: there is none when it resolves. */
  restLanes(): Promise<void>;
  /** Null: what one row has encoded is no other row's. */
  shared: SharedWork | null;
  /** An encoder for parts of the lane's pictures. Null: pictures are encoded whole. */
  partLane: ((part: PartSettings) => Promise<EncoderLane>) | null;
  canvas: YuvCanvas;
  heavily: Heavily;
  /** Called when all pictures are painted and sent: the next row may paint. */
  painted(): void;
}

/** What an encoder for a part does differently. */
export type PartSettings = Pick<PictureStreamSettings, 'width' | 'height' | 'part' | 'effort'>;

/** What rows use of each other's work. */
export interface SharedWork {
  /** False for a template's first row, which may be the only one: it prepares nothing for others. */
  isWorthIt: boolean;
  /** There are enough rows to spend time on smaller files. */
  isWorthCare: boolean;
  store: SpanStore;
  repeats: Repeats;
  /** What lies around strips, as rows before have put it together. */
  stills: SizeBoundCache<StillSlices>;
  /** Whatever decides about pixels and their coding, besides what a span shows. */
  engine: string[];
  /** For what is too large for the store; may be emptied at any time. */
  folder: string;
  log: Logger;
}

export interface SpliceJob {
  video: PreparedVideo;
  settings: PictureStreamSettings;
  /** The frame that the thumbnail shows. */
  thumbnailFrame: number;
  /** An .m4a file of the video's length; null for a silent video. */
  audioFile: Promise<string | null>;
  output: string;
}

/**
 * How a span is encoded: `thorough` once for all rows, `strip` the rows of macroblocks that change, `whole` all of each
 * picture. A plan says that pictures are laid over a ground in place of being painted in one.
 */
export type SpanWay =
  | { way: 'thorough'; plan: OverlayPlan | null }
  | { way: 'strip'; strip: Strip }
  | { way: 'whole'; effort: WholeEffort; plan: OverlayPlan | null };

/** `quick` where little of the picture changes. */
export type WholeEffort = Extract<PictureStreamSettings['effort'], 'live' | 'quick'>;
