/** Every script that the fonts promise, drawn as people write it. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compareImages } from '../../support/image-compare.ts';
import { inkBox, lineBoxes } from '../../support/ink.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';
import { drawInAnotherProcess } from './draw-in-another-process.ts';

const SHEET: [script: string, text: string][] = [
  ['Latin', 'Zoë Łukasz Đặng Việt ﬁ “quoted” — €'],
  ['Cyrillic', 'Привет, ёлка Україна Ђорђе'],
  ['Greek', 'Καλημέρα κόσμε ᾳ'],
  ['Arabic', 'مرحبا بالعالم لا إله ١٢٣'],
  ['Persian', 'سلام دنیا می‌خواهم'],
  ['Hebrew', 'שָׁלוֹם עולם 123'],
  ['Devanagari', 'नमस्ते क्षत्रिय श्री ज्ञान'],
  ['Thai', 'สวัสดีครับ น้ำ ที่นี่'],
  ['Chinese, simplified', '你好，世界。骨令直 堃喆'],
  ['Chinese, traditional', '繁體中文，國際化龘'],
  ['Japanese', 'こんにちは、世界。ガギグゲゴ直骨令'],
  ['Korean', '안녕하세요 세계'],
  ['Bengali, Tamil, Telugu', 'নমস্কার வணக்கம் నమస్కారం'],
  ['Gujarati, Gurmukhi, Kannada', 'નમસ્તે ਸਤ ਸ੍ਰੀ ਅਕਾਲ ನಮಸ್ಕಾರ'],
  ['Malayalam, Sinhala, Lao', 'നമസ്കാരം ආයුබෝවන් ສະບາຍດີ'],
  ['Khmer, Myanmar', 'សួស្តី မင်္ဂလာပါ'],
  ['Georgian, Armenian, Ethiopic', 'გამარჯობა Բարեւ ሰላም'],
  ['Emoji', '👩‍👩‍👧‍👦👨🏽‍🚀👍🏿🇩🇪🇯🇵🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣❤️☎️🧑‍⚕️🏳️‍🌈❤️‍🔥'],
  ['Symbols', '✓ ★ → ∑ ∞ ♫ ☎ ½ © ™'],
];

const ROW = 56;
const template = imageTemplate(
  SHEET.map(([script, text], index) => ({
    type: 'text',
    id: script,
    text,
    x: 10,
    y: index * ROW,
    width: 620,
    height: ROW,
    font_size: 32,
    valign: 'middle',
  })),
  { width: 640, height: SHEET.length * ROW, background: '#ffffff' },
);

test('the sheet of scripts misses no glyph', async () => {
  const { image, notes } = await drawTemplate(template);
  expect(notes).toEqual([]);
  const starts = (script: string) => {
    const row = SHEET.findIndex(([name]) => name === script);
    return inkBox(image, undefined, { x: 0, y: row * ROW, width: 640, height: ROW });
  };
  for (const script of ['Arabic', 'Persian', 'Hebrew']) {
    const { x, width } = starts(script);
    expect(x + width).toBeGreaterThan(620);
    expect(x).toBeGreaterThan(200);
  }
  for (const [script] of SHEET.filter(([name]) => !/Arabic|Persian|Hebrew/.test(name)))
    expect(starts(script).x).toBeLessThan(20);
  await compareImages(image, 'text/scripts-sheet');
});

test('a second run and another process draw the same pixels', async () => {
  const draw = async () =>
    createHash('sha256')
      .update((await drawTemplate(template)).image.data)
      .digest('hex');
  const here = await draw();
  expect(await draw()).toBe(here);
  expect(await drawInAnotherProcess(template)).toBe(here);
});

test('Arabic letters are joined', async () => {
  const width = async (text: string) => {
    const { image } = await drawTemplate(
      imageTemplate([{ type: 'text', text, font_size: 60 }], {
        width: 400,
        height: 100,
        background: '#ffffff',
      }),
    );
    return inkBox(image).width;
  };
  const apart = await width('م\u200cر\u200cح\u200cب\u200cا');
  expect(await width('مرحبا')).toBeLessThan(apart * 0.85);
});

test('a joined emoji takes the room of one', async () => {
  const width = async (text: string) => {
    const { image } = await drawTemplate(
      imageTemplate([{ type: 'text', text, font_size: 40 }], {
        width: 400,
        height: 100,
        background: '#ffffff',
      }),
    );
    return inkBox(image).width;
  };
  for (const emoji of ['👩‍👩‍👧‍👦', '👨🏽‍🚀', '👍🏿', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩‍❤️‍💋‍👨', '🏳️‍🌈', '❤️‍🔥', '❤️‍🩹', '⛓️‍💥'])
    expect(await width(emoji)).toBeLessThan(54);
});

test('what keeps an emoji together shows nowhere', async () => {
  const draw = async (text: string) => {
    const { image } = await drawTemplate(
      imageTemplate([{ type: 'text', text, font_size: 40 }], {
        width: 200,
        height: 100,
        background: '#ffffff',
      }),
    );
    return inkBox(image);
  };
  const flag = await draw('🏳️‍🌈');
  const canoe = await draw('🛶');
  expect(canoe.width).toBeGreaterThan(30);
  // A text with the very emoji that does it is left alone.
  expect((await draw('🏳️‍🌈🛶')).width).toBeGreaterThan(flag.width + canoe.width + 30);
});

test('wrapped emoji stay whole, also letter by letter and under an ellipsis', async () => {
  const family = '👩‍👩‍👧‍👦';
  const draw = async (layer: object) =>
    (
      await drawTemplate(
        imageTemplate([{ type: 'text', text: family.repeat(6), font_size: 40, ...layer }], {
          width: 120,
          height: 160,
          background: '#ffffff',
        }),
      )
    ).image;
  const whole = await draw({ text: `${family.repeat(2)}\n${family.repeat(2)}\n${family.repeat(2)}` });
  expect((await draw({ wrap: 'char' })).data).toEqual(whole.data);
  expect((await draw({ wrap: 'word' })).data).toEqual(whole.data);
  const cut = await draw({ max_lines: 1, overflow: 'ellipsis' });
  expect(cut.data).toEqual((await draw({ text: `${family}…` })).data);
  expect(lineBoxes(cut).length).toBe(1);
});

test('Chinese stands in its own cut: simplified, traditional, Japanese', async () => {
  const draw = async (text: string) =>
    (
      await drawTemplate(
        imageTemplate([{ type: 'text', text, font_size: 60, wrap: 'none' }], {
          width: 56,
          height: 90,
          background: '#ffffff',
        }),
      )
    ).image.data;
  const simplified = await draw('骨');
  expect(await draw('骨體')).not.toEqual(simplified);
  expect(await draw('骨の')).not.toEqual(simplified);
  expect(await draw('骨汉')).toEqual(simplified);
});
