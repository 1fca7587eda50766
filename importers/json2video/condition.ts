import type { Source } from '../source.ts';

/**
 * `{{ price != '' && vip }}` → `{{price}} != '' and {{vip}}`: here braces hold names alone. What the grammar of our
 * conditions does not know is taken out again by lint.
 */
export function condition(source: Source): string | undefined {
  const written = source.text('condition');
  if (written === undefined || written.trim() === '') return undefined;
  return written
    .replaceAll(/\{\{(.*?)\}\}/g, (_, inner: string) => namesInBraces(inner))
    .replaceAll('&&', ' and ')
    .replaceAll('||', ' or ')
    .replaceAll(/!(?!=)/g, ' not ')
    .replaceAll(/={3}/g, '==')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Quoted text, numbers and words of the grammar stay as they are. */
function namesInBraces(expression: string): string {
  return expression.replaceAll(/'[^']*'|"[^"]*"|[\p{L}_][\p{L}\p{N}_-]*/gu, (token) =>
    /^['"]/.test(token) || ['true', 'false', 'and', 'or', 'not'].includes(token) ? token : `{{${token}}}`,
  );
}
