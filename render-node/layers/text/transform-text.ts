import type { LayerOf } from '../../../contract/template/layers.ts';
import { splitGraphemes } from './break-text.ts';

export function transformText(text: string, transform: LayerOf<'text'>['transform']): string {
  switch (transform) {
    case 'none':
      return text;
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'title':
      return text.replace(/\S+/gu, capitalise);
    default:
      return transform satisfies never;
  }
}

function capitalise(word: string): string {
  const [first = '', ...rest] = splitGraphemes(word);
  return first.toUpperCase() + rest.join('').toLowerCase();
}
