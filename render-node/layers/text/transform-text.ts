import type { LayerOf } from '../../../contract/template/layers.ts';
import { splitGraphemes } from './break-text.ts';
import type { TextRun } from './text-runs.ts';

export function transformRuns(runs: TextRun[], transform: LayerOf<'text'>['transform']): TextRun[] {
  if (transform === 'none') return runs;
  return runs.map(({ text, style }, index) => {
    const continues = index > 0 && /\S$/u.test(runs[index - 1]!.text);
    return { text: transformText(text, transform, continues), style };
  });
}

/** @param continues the text begins within a word */
function transformText(text: string, transform: LayerOf<'text'>['transform'], continues: boolean): string {
  switch (transform) {
    case 'none':
      return text;
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'title':
      return text.replace(/\S+/gu, (word, at) =>
        continues && at === 0 ? word.toLowerCase() : capitalise(word),
      );
    default:
      return transform satisfies never;
  }
}

function capitalise(word: string): string {
  const [first = '', ...rest] = splitGraphemes(word);
  return first.toUpperCase() + rest.join('').toLowerCase();
}
