import type { RenderMedia } from './assets/render-media.ts';
import type { FontSet } from './fonts/font-set.ts';

/** What one render works with, in image and in video. */
export interface RenderTools {
  fonts: FontSet;
  media: RenderMedia;
  /** What the customer should know although the row succeeds; steps add to it. */
  notes: Set<string>;
  /** An empty folder of this render alone; it is removed afterwards. */
  workFolder: string;
  /** Survives renders and restarts and may be emptied at any time. Shared by all slots: write beside and rename. */
  cacheFolder: string;
  /** CPU threads that helpers of this render (ffmpeg) may use. */
  threads: number;
  /** Aborted when the render is no longer wanted. */
  signal: AbortSignal;
}
