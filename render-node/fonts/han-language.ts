/**
 * Han characters are shared by languages that write them differently. A text tells its language by the letters beside
 * them, or by characters that only one way of writing Chinese has; other Han text is written the simplified way.
 */

/** BCP 47; null for a text without Han characters. */
export function hanLanguage(text: string): string | null {
  if (!HAN.test(text)) return null;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  sets ??= readSets();
  let balance = 0;
  for (const character of text) {
    const [isSimplified, isTraditional] = [sets.simplified.has(character), sets.traditional.has(character)];
    if (isSimplified !== isTraditional) balance += isTraditional ? 1 : -1;
  }
  return balance > 0 ? 'zh-Hant' : 'zh-Hans';
}

const HAN = /\p{Script=Han}/u;

let sets: { simplified: Set<string>; traditional: Set<string> } | undefined;

/** The character sets of the two: GB 2312, and the first level of Big5. */
function readSets() {
  return {
    simplified: decodePairs('gb18030', [0xb0, 0xf7], [[0xa1, 0xfe]]),
    // biome-ignore format: the two ranges of the second byte
    traditional: decodePairs('big5', [0xa4, 0xc6], [[0x40, 0x7e], [0xa1, 0xfe]]),
  };
}

function decodePairs(
  encoding: string,
  [firstFrom, firstTo]: [number, number],
  seconds: [number, number][],
): Set<string> {
  const bytes: number[] = [];
  for (let first = firstFrom; first <= firstTo; first++)
    for (const [from, to] of seconds)
      for (let second = from; second <= to; second++) bytes.push(first, second);
  return new Set(new TextDecoder(encoding).decode(new Uint8Array(bytes)));
}

/** The families for Han characters, that of the language first. */
export function hanFamilies(language: string | null): string[] {
  const first = language === null ? undefined : FAMILY_OF[language];
  const others = Object.values(FAMILY_OF).filter((family) => family !== first);
  return first ? [first, ...others] : others;
}

const FAMILY_OF: Record<string, string> = {
  'zh-Hans': 'Noto Sans SC',
  'zh-Hant': 'Noto Sans TC',
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
};
