/**
 * The canvas cuts a text into stretches of letters and of emoji before it asks any font, and takes old symbols for letters.
 * So a joined emoji that begins with one falls into its parts: 🏳️‍🌈 ❤️‍🔥 ❤️‍🩹 ⛓️‍💥 (seen with @napi-rs/canvas 1.1.1). An emoji before it
 * keeps it together. That one comes from a font made here, which draws it as nothing and without any width.
 */
import { GlobalFonts } from '@napi-rs/canvas';

/** The canoe: nothing about it matters, but that it is an emoji by itself and in no font but that of emoji. */
const JOINER = '\u{1f6f6}';
const NAME = 'emoji joiner';
/** A symbol that begins a joined emoji whose next part is an emoji by itself. */
const FALLS_APART =
  /(?<!\u200d)(?!\p{Emoji_Presentation})\p{Extended_Pictographic}\ufe0f?\u200d(?=\p{Emoji_Presentation})/gu;

/** The name of the font that a text needs for its joined emoji, or null. It may stand anywhere among the text's fonts. */
export function emojiJoinerFont(text: string): string | null {
  if (!text.includes('\u200d') || text.includes(JOINER) || !new RegExp(FALLS_APART).test(text)) return null;
  if (!GlobalFonts.has(NAME)) GlobalFonts.register(buildFont(), NAME);
  return NAME;
}

/** Text, or a part of it, as it has to be handed to the canvas when `emojiJoinerFont` is among its fonts. */
export function joinEmoji(text: string): string {
  return text.includes('\u200d') ? text.replace(FALLS_APART, `${JOINER}$&`) : text;
}

/** A font of one glyph without outlines and width (OpenType 1.9, the tables that a TrueType font cannot do without). */
function buildFont(): Buffer {
  const shorts = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 2);
    for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
    return bytes;
  };
  const longs = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  const codePoint = JOINER.codePointAt(0)!;
  const UNITS = 1_000;
  const tables: [name: string, bytes: Buffer][] = [
    // One group of format 12: the character is glyph 1.
    [
      'cmap',
      Buffer.concat([
        shorts(0, 1, 3, 10),
        longs(12),
        shorts(12, 0),
        longs(28, 0, 1, codePoint, codePoint, 1),
      ]),
    ],
    ['glyf', Buffer.alloc(4)],
    [
      'head',
      Buffer.concat([
        longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
        shorts(0, UNITS),
        Buffer.alloc(24),
        shorts(0, 8, 2, 0, 0),
      ]),
    ],
    ['hhea', Buffer.concat([longs(0x10000), shorts(800, -200, 0, 0), Buffer.alloc(22), shorts(2)])],
    ['hmtx', shorts(0, 0, 0, 0)],
    ['loca', shorts(0, 0, 0)],
    ['maxp', Buffer.concat([longs(0x10000), shorts(2), Buffer.alloc(26)])],
  ];
  let offset = 12 + tables.length * 16;
  const directory = tables.map(([name, bytes]) => {
    const entry = Buffer.concat([Buffer.from(name, 'latin1'), longs(0, offset, bytes.length)]);
    offset += bytes.length + (-bytes.length & 3);
    return entry;
  });
  const padded = tables.map(([, bytes]) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]));
  return Buffer.concat([longs(0x10000), shorts(tables.length, 0, 0, 0), ...directory, ...padded]);
}
