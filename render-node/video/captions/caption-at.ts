import type { LayerOf } from '../../../contract/template/layers.ts';
import type { LayerLook } from '../layer-look.ts';

type Cue = LayerOf<'caption'>['cues'][number];

/**
 * What a caption says at a moment; of two cues that overlap, the later one.
 * @param seconds since the layer's start.
 * @returns null between two cues.
 */
export function captionAt(
  { cues, mode }: Pick<LayerOf<'caption'>, 'cues' | 'mode'>,
  seconds: number,
): Pick<LayerLook, 'as' | 'word'> | null {
  const found = cues.findLast(({ start, end }) => seconds >= start - SLACK && seconds < end - SLACK);
  if (!found) return null;
  // A row may leave a word blank.
  const cue = { ...found, words: found.words.filter(({ text }) => text.trim() !== '') };
  const as = { text: cueText(cue) };
  return mode === 'word' ? { as, word: wordAt(cue, seconds) } : { as };
}

/** Frames and hundredths of a second do not meet exactly. */
const SLACK = 1e-6;

function cueText({ text, words }: Cue): string {
  return text.trim() === '' ? words.map((word) => word.text).join(' ') : text;
}

/** A shorter pause after a word is none that anybody hears: the word stays marked. */
const SHORT_PAUSE = 0.3;

/** The word that is being said; in a pause none: -1. */
function wordAt(cue: Cue, seconds: number): number {
  if (cue.words.length > 0) {
    const begun = cue.words.findLastIndex(({ start }) => seconds >= start - SLACK);
    const end = cue.words[begun]?.end ?? 0;
    const next = cue.words[begun + 1]?.start ?? cue.end;
    return seconds < end - SLACK || next - end <= SHORT_PAUSE ? begun : -1;
  }
  const words = cueText(cue).split(/\s+/u).filter(Boolean);
  // A word takes as long as its letters, and a little more.
  const weights = words.map((word) => word.length + 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let left = ((seconds - cue.start) / (cue.end - cue.start)) * total;
  return Math.max(
    0,
    weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    }),
  );
}
