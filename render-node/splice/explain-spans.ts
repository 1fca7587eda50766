/** Why a video costs what it costs, for whoever wonders about a template. */
import type { SplicedSpan } from './splice-video.ts';

export type ExplainedWay = 'cached' | 'slice splice' | 'frame splice' | 'full encode';

export interface ExplainedSpan {
  /** Seconds. */
  from: number;
  to: number;
  frames: number;
  way: ExplainedWay;
  /** Pictures that went through the encoder for this row. */
  encoded: number;
  /** What would have to change for it to cost less. */
  why: string;
}

/** Above this part of its frames a span counts as moving. */
const MOVING = 0.5;

/** @param spans as they were done for a row, or `encoded` as they would be. */
export function explainSpans(spans: SplicedSpan[], fps: number): ExplainedSpan[] {
  return spans.map((span) => {
    const { start, frames, encoded } = span;
    const way = wayOf(span);
    return { from: start / fps, to: (start + frames) / fps, frames, way, encoded, why: reason(span, way) };
  });
}

function wayOf({ frames, encoded, strip }: SplicedSpan): ExplainedWay {
  if (encoded === 0) return 'cached';
  if (strip) return 'slice splice';
  return encoded > frames * MOVING ? 'full encode' : 'frame splice';
}

function reason({ variables, key, frames, encoded, strip }: SplicedSpan, way: ExplainedWay): string {
  const takes = variables.map((name) => `{{${name}}}`).join(', ');
  switch (way) {
    case 'cached':
      return takes ? `a row before agrees in ${takes}` : 'all rows show the same';
    case 'slice splice':
      return `only pixel rows ${strip?.top} to ${(strip?.top ?? 0) + (strip?.height ?? 0)} change; encoded again for every new value of ${takes}`;
    case 'frame splice':
    case 'full encode': {
      const moving =
        way === 'full encode' ? `${encoded} of ${frames} frames differ from the one before; ` : '';
      if (key === null) return `${moving}it is not shared with other rows`;
      return takes
        ? `${moving}encoded again for every new value of ${takes}`
        : `${moving}encoded once for all rows: it takes no variable`;
    }
    default:
      return way satisfies never;
  }
}
