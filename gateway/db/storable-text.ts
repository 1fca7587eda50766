/**
 * PostgreSQL refuses U+0000 and turns halves of surrogate pairs into something else. Both are refused at the door: replacing
 * them would change what the caller gets back.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** What a refusal says of such a text. */
export const UNSTORABLE = 'has a character that cannot be stored (U+0000 or half a surrogate pair)';

/** The path of each text in a JSON document, keys included, that cannot be stored: `layers[0].text`. */
export function unstorablePaths(document: unknown, path = ''): string[] {
  if (typeof document === 'string') return isStorable(document) ? [] : [path];
  if (Array.isArray(document))
    return document.flatMap((item, index) => unstorablePaths(item, `${path}[${index}]`));
  if (document === null || typeof document !== 'object') return [];
  return Object.entries(document).flatMap(([key, value]) =>
    isStorable(key) ? unstorablePaths(value, path === '' ? key : `${path}.${key}`) : [path],
  );
}
