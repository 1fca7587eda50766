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

function wayOf({ frames, encoded, way }: SplicedSpan): ExplainedWay {
  if (encoded === 0) return 'cached';
  if (way.way === 'strip') return 'slice splice';
  return encoded > frames * MOVING ? 'full encode' : 'frame splice';
}

function reason(span: SplicedSpan, way: ExplainedWay): string {
  const takes = span.variables.map((name) => `{{${name}}}`).join(', ');
  const mixed = span.mixed > 0 ? `${span.mixed} pictures of a fade are mixed by the player; ` : '';
  const again = takes
    ? `${mixed}encoded again for every new value of ${takes}`
    : `${mixed}encoded once for all rows: it takes no variable`;
  switch (way) {
    case 'cached':
      return takes ? `a row before agrees in ${takes}` : 'all rows show the same';
    case 'slice splice':
      return `${changedRows(span)}; ${again}`;
    case 'frame splice':
      return span.key === null ? UNSHARED : again;
    case 'full encode': {
      const moving = `${span.encoded} of ${span.frames} frames differ from the one before`;
      const painted =
        span.way.way === 'whole' && span.way.plan ? '; what moves below is made once for all rows' : '';
      return `${moving}${painted}; ${span.key === null ? UNSHARED : again}`;
    }
    default:
      return way satisfies never;
  }
}

const UNSHARED = 'it is not shared with other rows';

function changedRows({ way }: SplicedSpan): string {
  if (way.way !== 'strip') return 'all of the picture changes';
  const { left, top, height } = way.strip;
  const from = left === 0 ? '' : `, from column ${left} on,`;
  return `only pixel rows ${top} to ${top + height}${from} change`;
}
