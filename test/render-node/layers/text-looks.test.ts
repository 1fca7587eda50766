/** What properties of a text do together, and in scripts of their own. */
import { expect, test } from 'vitest';
import type { RawImage } from '../../support/image.ts';
import { compareImages } from '../../support/image-compare.ts';
import { type InkBox, inkBox, inkOf, lineBoxes } from '../../support/ink.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

const SIZE = { width: 400, height: 200, background: '#ffffff' };
const box = { x: 20, y: 10, width: 360, height: 180 };
const LONG = 'Every line of this paragraph but the last is as wide as the box around it.';

async function drawText(layer: object, values: Record<string, string> = {}): Promise<RawImage> {
  const { image } = await drawTemplate(imageTemplate([{ type: 'text', ...box, ...layer }], SIZE), values);
  return image;
}

const right = ({ x, width }: InkBox) => x + width;
const isBlack = (r: number, g: number, b: number) => r + g + b < 300;
const isRed = (r: number, g: number, b: number) => r > 180 && g < 90 && b < 90;
const isBlue = (r: number, g: number, b: number) => b > 180 && r + g < 150;

test('justified lines end at the edge, the last one of a paragraph does not', async () => {
  const image = await drawText({ text: `${LONG}\nA second paragraph.`, font_size: 24, align: 'justify' });
  const lines = lineBoxes(image);
  expect(lines.length).toBe(4);
  for (const line of lines.slice(0, 2)) {
    expect(line.x).toBeLessThan(24);
    expect(right(line)).toBeGreaterThan(376);
    expect(right(line)).toBeLessThan(382);
  }
  expect(right(lines[2]!)).toBeLessThan(370);
  expect(right(lines[3]!)).toBeLessThan(370);
  await compareImages(image, 'text/justify');
});

test('justified Arabic starts at the right edge, justified Chinese is spaced letter by letter', async () => {
  const arabic = await drawText({
    text: 'هذا نص عربي طويل جدا لا يتسع له سطر واحد في هذا الصندوق',
    font_size: 28,
    line_height: 2,
    align: 'justify',
  });
  const [first, last] = [
    inkBox(arabic, isBlack, { ...SIZE, x: 0, y: 10, height: 56 }),
    inkBox(arabic, isBlack, { ...SIZE, x: 0, y: 66, height: 56 }),
  ];
  expect(first.x).toBeLessThan(26);
  expect(right(first)).toBeGreaterThan(374);
  expect(last.x).toBeGreaterThan(40);
  expect(right(last)).toBeGreaterThan(374);

  const chinese = lineBoxes(
    await drawText({ text: '春眠不觉晓处处闻啼鸟夜来风雨声花落知多少', font_size: 44, align: 'justify' }),
  );
  expect(right(chinese[0]!)).toBeGreaterThan(372);
  expect(right(chinese[0]!)).toBeLessThan(382);
});

test('a highlight lies behind each line as wide as the line, and lines that meet are not painted twice', async () => {
  const text = {
    text: 'Wide first line\nshort',
    font_size: 40,
    align: 'center',
    valign: 'middle',
    line_height: 1,
  };
  const image = await drawText({
    ...text,
    highlight: { color: 'rgba(255,0,0,0.5)', padding: 10, radius: 12 },
  });
  const plain = lineBoxes(await drawText(text));
  const red = (r: number, g: number, b: number) => r > 240 && g > 110 && g < 140 && b > 110 && b < 140;
  const boxes = inkBox(image, red);
  expect(boxes.x).toBeLessThan(plain[0]!.x - 6);
  expect(right(boxes)).toBeGreaterThan(right(plain[0]!) + 6);
  expect(boxes.y).toBeLessThan(plain[0]!.y - 8);
  // Beside the short line there is none.
  expect(inkOf(image, red, { x: boxes.x, y: plain[1]!.y + 16, width: 40, height: 10 })).toBe(0);
  // Twice the half-clear red would be darker.
  expect(inkOf(image, (r, g, b) => r > 240 && g < 100 && b < 100)).toBe(0);
  await compareImages(image, 'text/highlight');
});

test('an accent has its own colour and weight, in the line and in its place', async () => {
  const text = { text: 'Only *today* here', font_size: 40, color: '#0000ff' };
  const accent = await drawText({ ...text, accent: { color: '#ff0000', font_weight: 900 } });
  const [red, blue] = [inkBox(accent, isRed), inkBox(accent, isBlue)];
  expect(red.x).toBeGreaterThan(blue.x + 60);
  expect(right(red)).toBeLessThan(right(blue) - 40);
  const light = await drawText({ ...text, accent: { color: '#ff0000' } });
  expect(inkOf(accent, isRed)).toBeGreaterThan(inkOf(light, isRed) * 1.3);
  expect(right(inkBox(accent, isBlue))).toBeGreaterThan(right(inkBox(light, isBlue)));
  await compareImages(accent, 'text/accent');
});

test("a row's asterisks are printed, with an accent and without", async () => {
  const accent = { color: '#ff0000' };
  expect(inkOf(await drawText({ text: '{{a}}', accent, font_size: 40 }, { a: '*x*' }), isRed)).toBe(0);
  expect(
    inkOf(await drawText({ text: '*{{a}}*', accent, font_size: 40 }, { a: 'x' }), isRed),
  ).toBeGreaterThan(20);
  const printed = await drawText({ text: '\\*x\\*', accent, font_size: 40 });
  const plain = await drawText({ text: '*x*', font_size: 40 });
  expect(printed.data).toEqual(plain.data);
});

test('accents in text that runs from right to left stand where they are read', async () => {
  const image = await drawText({
    text: 'مرحبا *hello world* بالعالم *سلام*',
    font_size: 26,
    color: '#0000ff',
    accent: { color: '#ff0000' },
  });
  const red = inkBox(image, isRed);
  const blue = inkBox(image, isBlue);
  // The first word of the paragraph is at the right edge, the last, an accent, at the left end.
  expect(right(blue)).toBeGreaterThan(374);
  expect(red.x).toBeLessThan(blue.x);
  await compareImages(image, 'text/accent-rtl');
});

test('a gradient runs over the lines, whatever room the box leaves', async () => {
  const stops = [
    { offset: 0, color: '#ff0000' },
    { offset: 1, color: '#0000ff' },
  ];
  const image = await drawText({
    text: 'HH    HH',
    font_size: 60,
    font_weight: 900,
    fill: { type: 'linear', angle: 0, stops },
  });
  const ink = inkBox(image);
  expect(inkOf(image, isRed, { ...ink, width: 20 })).toBeGreaterThan(100);
  expect(inkOf(image, isBlue, { ...ink, x: right(ink) - 20, width: 20 })).toBeGreaterThan(100);
  expect(inkOf(image, isRed, { ...ink, x: right(ink) - 20, width: 20 })).toBe(0);
  await compareImages(image, 'text/gradient');
});

test('letter spacing widens a line by a whole number of gaps, and counts when the size is chosen', async () => {
  const width = async (letter_spacing: number) =>
    inkBox(await drawText({ text: 'HHHH', font_size: 40, letter_spacing })).width;
  expect(await width(10)).toBe((await width(0)) + 30);
  const fitted = inkBox(await drawText({ text: 'HHHH', letter_spacing: 40, max_lines: 1 }));
  expect(right(fitted)).toBeLessThanOrEqual(382);
  expect(fitted.width).toBeGreaterThan(330);
});

test('max_lines cuts with an ellipsis, or shrinks when the size is free', async () => {
  const cut = lineBoxes(await drawText({ text: LONG, font_size: 30, max_lines: 2, overflow: 'ellipsis' }));
  expect(cut.length).toBe(2);
  const shrunk = lineBoxes(await drawText({ text: LONG, max_lines: 2 }));
  expect(shrunk.length).toBe(2);
  expect(shrunk[0]!.height).toBeLessThan(cut[0]!.height);
});

test('the chosen size is the largest: a quarter of a pixel more does not fit', async () => {
  const fits = async (font_size: number) => {
    const { notes } = await drawTemplate(
      imageTemplate([{ type: 'text', ...box, text: LONG, font_size, overflow: 'ellipsis' }], SIZE),
    );
    return notes.length === 0;
  };
  const auto = lineBoxes(await drawText({ text: LONG }));
  let size = 20;
  while (await fits(size + 0.25)) size += 0.25;
  expect(lineBoxes(await drawText({ text: LONG, font_size: size }))).toEqual(auto);
});

test('weights between the named ones are drawn, not faked', async () => {
  const ink = async (font_weight: number, font_family: string) =>
    inkOf(await drawText({ text: 'Weight', font_size: 60, font_weight, font_family }), (r) => r < 128);
  for (const family of ['Inter', 'Noto Sans', 'Noto Serif', 'Noto Sans Thai']) {
    const weights = [];
    for (const weight of [100, 300, 500, 700, 900]) weights.push(await ink(weight, family));
    expect([...weights].sort((a, b) => a - b)).toEqual(weights);
    expect(new Set(weights).size).toBe(5);
  }
});
