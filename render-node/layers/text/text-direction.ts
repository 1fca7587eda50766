/** Letters of scripts that run from right to left. */
export const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const LETTER = /\p{L}/u;

/** The direction of a paragraph: that of its first letter (Unicode Bidirectional Algorithm, P2 and P3). */
export function paragraphDirection(text: string): 'ltr' | 'rtl' {
  const first = LETTER.exec(text)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
}
