import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { averageColour, type RawImage } from '../../support/image.ts';
import { compareImages } from '../../support/image-compare.ts';
import { imageTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { drawTemplate } from '../draw-template.ts';

const SIZE = { width: 400, height: 120, background: '#ffffff' };
const box = { x: 20, y: 10, width: 360, height: 100 };

async function drawText(layer: object, values: Record<string, string> = {}) {
  return drawTemplate(imageTemplate([{ type: 'text', ...box, ...layer }], SIZE), values);
}

test('auto-sized text fills its box and stays inside', async () => {
  const { image, notes } = await drawText({ text: '{{name}}', font_weight: 700 }, { name: 'Ada Lovelace' });
  const ink = inkBox(image);
  expect(ink.width).toBeGreaterThan(box.width * 0.9);
  expect(inside(ink)).toBe(true);
  expect(notes).toEqual([]);
  await compareImages(image, 'text/auto-size');
});

test('long auto-sized text shrinks, wraps and is cut with an ellipsis only at the smallest size', async () => {
  const long = await drawText({ text: 'A sentence that is far too long for one line. '.repeat(4) });
  expect(inside(inkBox(long.image))).toBe(true);
  expect(long.notes).toEqual([]);

  const endless = await drawText({ text: 'word '.repeat(600), font_size_min: 14 });
  expect(inside(inkBox(endless.image))).toBe(true);
  expect(endless.notes).toEqual(['Layer "1 (text)": the text does not fit its box and was cut.']);
  await compareImages(endless.image, 'text/cut-at-smallest-size');
});

test('Arabic and Hebrew run from right to left and start at the right edge', async () => {
  for (const text of ['مرحبا بالعالم', 'שלום עולם']) {
    const { image, notes } = await drawText({ text, font_size: 40 });
    const ink = inkBox(image);
    expect(ink.x + ink.width).toBeGreaterThan(box.x + box.width - 8);
    expect(ink.x).toBeGreaterThan(150);
    expect(notes).toEqual([]);
  }
  await compareImages((await drawText({ text: 'مرحبا John بالعالم!', font_size: 40 })).image, 'text/arabic');
});

test('each paragraph has its own direction', async () => {
  const { image } = await drawText({ text: 'Hello\nمرحبا', font_size: 36 });
  expect(inkBox(crop(image, 0, 55)).x).toBeLessThan(40);
  const second = inkBox(crop(image, 56, 64));
  expect(second.x + second.width).toBeGreaterThan(360);
});

test('scripts and emoji come from the shipped fonts', async () => {
  const { image, notes } = await drawText({
    text: 'Zoë 你好 こんにちは 안녕 สวัสดี नमस्ते Привет 👩‍👩‍👧‍👦🇩🇪❤️',
    font_size: 30,
  });
  expect(notes).toEqual([]);
  await compareImages(image, 'text/scripts');
});

test('Han characters look Chinese unless the text is Japanese', async () => {
  const chinese = await drawText({ text: '直骨令', font_size: 60 });
  const japanese = await drawText({ text: '直骨令の', font_size: 60 });
  expect(crop(chinese.image, 0, 120, 190).data).not.toEqual(crop(japanese.image, 0, 120, 190).data);
});

test('a character that no font covers is replaced and named', async () => {
  const { notes } = await drawText({ id: 'greeting', text: 'Hi {{who}}' }, { who: 'A\u{F0000}' });
  expect(notes).toEqual(['Layer "greeting" (variable "who"): No font covers “\u{F0000}” (U+F0000).']);
});

test('an unknown family and a missing weight are named and replaced by what comes closest', async () => {
  const { notes } = await drawText({ text: 'Hi', font_family: '{{font}}' }, { font: 'Papyrus' });
  expect(notes).toEqual(['Layer "1 (text)": There is no font family "Papyrus"; Inter was used.']);
  const weight = await drawText({ text: '∑', font_family: 'Noto Sans Math', font_weight: 600 });
  expect(weight.notes).toEqual([
    'Layer "1 (text)": The font Noto Sans Math has no weight 600; 400 was used.',
  ]);
  const italic = await drawText({ text: 'שלום', font_family: 'Noto Sans Hebrew', font_style: 'italic' });
  expect(italic.notes).toEqual(['Layer "1 (text)": The font Noto Sans Hebrew has no italic.']);
  const list = await drawText({ text: 'Hi', font_family: ['Papyrus', 'noto serif'] });
  expect(list.notes).toEqual([]);
});

test('blank text paints nothing, around a placeholder the rest stays', async () => {
  const blank = await drawText({ text: '{{name}}' }, {});
  expect(inkBox(blank.image).width).toBe(0);
  const space = await drawText({ text: '{{name}}' }, { name: ' \n\t' });
  expect(inkBox(space.image).width).toBe(0);
  const rest = await drawText({ text: 'Hi {{name}}', font_size: 40 }, {});
  const plain = await drawText({ text: 'Hi', font_size: 40 });
  expect(rest.image.data).toEqual(plain.image.data);
});

test('markup, filter syntax and backslashes are drawn as they are', async () => {
  const { image } = await drawText({
    text: `<b>Tom & "x"</b> %{pts} \\n [a];'`,
    font_size: 24,
    align: 'center',
    valign: 'middle',
  });
  await compareImages(image, 'text/literal');
});

test.each([
  `x',metadata=print:file=OUT,drawtext=text='y`,
  "%{pts} 100% \\n O'Brien: a,b;[c]",
  '<span size="200000">big</span>',
  'Tom & <b',
  '&amp;',
])('%s is a text like any other', async (written) => {
  const folder = temporaryFolder('text');
  const text = written.replace('OUT', join(folder.path, 'out'));
  const options = { font_size: 16, line_height: 1, overflow: 'visible', width: 4_000 };
  const drawn = await drawText({ text: '{{text}}', ...options }, { text });
  // Letter by letter it takes the same room, so no letter had a meaning.
  const wide = await drawTemplate(
    imageTemplate([{ type: 'text', ...box, ...options, text: '{{text}}' }], { ...SIZE, width: 1_500 }),
    { text },
  );
  expect(drawn.notes).toEqual([]);
  expect(inkBox(wide.image).height).toBeLessThan(24);
  expect(inkBox(wide.image).width).toBeGreaterThan(text.length * 4);
  expect(await readdir(folder.path)).toEqual([]);
  folder.remove();
});

test('more than 20,000 characters are refused; a word of 20,000 and texts that turn around are drawn', async () => {
  const began = performance.now();
  const draw = (text: string) => drawText({ id: 'greeting', text: '{{text}}' }, { text });
  await expect(draw('x'.repeat(100_000))).rejects.toMatchObject({
    code: 'data_invalid',
    message: expect.stringMatching(/^Layer "greeting" \(variable "text"\): text .*20,?000/),
  });
  expect((await draw('x'.repeat(20_000))).notes).toEqual([expect.stringContaining('does not fit its box')]);
  const turned = await draw('\u202Eabc\u202D \u2066مرحبا\u2069 x 👩‍👩‍👧‍👦');
  expect(inside(inkBox(turned.image))).toBe(true);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('stroke lies outside the letters, opacity covers both as one', async () => {
  const { image } = await drawText({
    text: 'Outline',
    font_size: 64,
    font_weight: 800,
    color: '#ffffff',
    stroke: { color: '#c2185b', width: 4 },
    opacity: 0.5,
    rotation: -6,
  });
  await compareImages(image, 'text/stroke');
});

test('letters are aligned without the spacing after the last one', async () => {
  const { image } = await drawText({ text: 'WIDE', font_size: 40, letter_spacing: 30, align: 'right' });
  const ink = inkBox(image);
  expect(ink.x + ink.width).toBeGreaterThan(box.x + box.width - 6);
  expect(inside(ink)).toBe(true);
});

test('20,000 characters are laid out in seconds', async () => {
  const began = performance.now();
  const { notes } = await drawText({ text: '{{text}}' }, { text: 'x'.repeat(9_999) + ' y'.repeat(5_000) });
  expect(notes).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('the canvas around a text is left alone', async () => {
  const { image } = await drawText({ text: 'Hi', font_size: 20 });
  expect(averageColour(image, { x: 200, y: 60, width: 150, height: 50 })).toEqual([255, 255, 255, 255]);
});

interface Ink {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box around all that is not white. */
function inkBox({ data, width, height }: RawImage): Ink {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (data[at]! + data[at + 1]! + data[at + 2]! > 700) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function inside({ x, y, width, height }: Ink): boolean {
  // A pixel of anti-aliasing belongs to a letter.
  const slack = 2;
  return (
    x >= box.x - slack &&
    y >= box.y - slack &&
    x + width <= box.x + box.width + slack &&
    y + height <= box.y + box.height + slack
  );
}

function crop({ data, width }: RawImage, top: number, height: number, columns = width): RawImage {
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.from(data.slice((top + row) * width * 4, ((top + row) * width + columns) * 4)),
  );
  return { data: Buffer.concat(rows), width: columns, height };
}
