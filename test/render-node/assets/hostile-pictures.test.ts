/** Pictures that were made to hurt: none shows what is not in it, takes long or ends more than its own row. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { averageColour, type Colour } from '../../support/image.ts';
import { imageTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { drawTemplate } from '../draw-template.ts';

const template = imageTemplate([{ id: 'photo', type: 'image', src: 'asset:photo' }], {
  width: 100,
  height: 100,
  background: '#ffffff',
});
async function draw(photo: Uint8Array): Promise<{ colour: Colour } | { code: string; message: string }> {
  try {
    const { image } = await drawTemplate(template, {}, { uploads: { photo } });
    return { colour: averageColour(image) };
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
}

const red = { r: 255, g: 0, b: 0 };
const redSquare = () => sharp({ create: { width: 8, height: 8, channels: 3, background: red } });

test('a PNG of 256 megapixels in 31 kB is refused by its header', async () => {
  expect(await draw(largePng(16_000))).toEqual({
    code: 'asset_too_large',
    message: 'Layer "photo": the picture "photo" has more than 50 million pixels',
  });
});

test('of a WebP with 10,000 frames the first is shown', async () => {
  const frame = await redSquare().webp({ lossless: true }).toBuffer();
  expect(await draw(animatedWebp(frame, 10_000))).toEqual({ colour: [255, 0, 0, 255] });
});

test.each([
  ['a TIFF', () => redSquare().tiff().toBuffer()],
  ['an AVIF', () => redSquare().avif().toBuffer()],
  ['a HEIC', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['a page', async () => Buffer.from('<html><body><svg></svg></body></html>')],
  ['a list of files for ffmpeg', async () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is no picture', async (_what, make) => {
  expect(await draw(await make())).toEqual({
    code: 'asset_type',
    message: 'Layer "photo": the picture "photo" is not a picture (JPEG, PNG, WebP, GIF or SVG)',
  });
});

describe('an SVG', () => {
  const folder = temporaryFolder('svg');
  const secret = pathToFileURL(join(folder.path, 'secret.png')).href;
  let asked = 0;
  const server = createServer(async (_request, response) => {
    asked++;
    response.end(await redSquare().png().toBuffer());
  });
  let origin = '';
  beforeAll(async () => {
    await writeFile(join(folder.path, 'secret.png'), await redSquare().png().toBuffer());
    await writeFile(
      join(folder.path, 'secret.svg'),
      svg('<rect id="a" width="80" height="80" fill="#f00"/>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    folder.remove();
  });

  test.each([
    ['a file', () => `<image href="${secret}" width="80" height="80"/>`],
    ['a file by its path', () => `<image href="${new URL(secret).pathname}" width="80" height="80"/>`],
    ['the web', () => `<image href="${origin}/a.png" width="80" height="80"/>`],
    ['a style sheet', () => `<style>@import url("${origin}/a.css");</style>`],
    ['a fill from elsewhere', () => `<rect width="80" height="80" fill="url(${origin}/a.svg#a)"/>`],
    ['a part of another SVG', () => `<use href="${secret.replace('.png', '.svg')}#a"/>`],
    [
      'an included file',
      () =>
        `<text xmlns:xi="http://www.w3.org/2001/XInclude" y="40"><xi:include href="${secret}" parse="text"/></text>`,
    ],
    [
      'an HTML page',
      () =>
        `<foreignObject width="80" height="80"><img xmlns="http://www.w3.org/1999/xhtml" src="${origin}/a.png"/></foreignObject>`,
    ],
    ['a script', () => `<script>fetch("${origin}/a")</script>`],
  ])('shows nothing of %s', async (_what, content) => {
    expect(await draw(svg(content()))).toEqual({ colour: [255, 255, 255, 255] });
    expect(asked).toBe(0);
  });

  test('with an entity that reads a file shows none of it', async () => {
    const doctype = `<!DOCTYPE svg [<!ENTITY secret SYSTEM "${secret.replace('.png', '.svg')}">]>`;
    const given = await draw(Buffer.concat([Buffer.from(doctype), svg('<text y="40">&secret;</text>')]));
    expect([{ colour: [255, 255, 255, 255] }, damaged]).toContainEqual(given);
  });

  test('whose entities would fill the memory is refused', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    );
    const doctype = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]>`;
    expect(await draw(Buffer.concat([Buffer.from(doctype), svg('<text y="40">&e9;</text>')]))).toEqual(
      damaged,
    );
  });

  test('that would be drawn half a billion times is refused', async () => {
    const levels = Array.from(
      { length: 29 },
      (_, level) => `<g id="g${level + 1}"><use href="#g${level}"/><use href="#g${level}"/></g>`,
    );
    const content = `<defs><rect id="g0" width="9" height="9" fill="#f00"/>${levels.join('')}</defs><use href="#g29"/>`;
    expect(await draw(svg(content))).toEqual(damaged);
  });
});

const damaged = {
  code: 'asset_type',
  message: 'Layer "photo": the picture "photo" is damaged and cannot be decoded',
};

function svg(content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80">${content}</svg>`);
}

/** One bit per pixel, all black. */
function largePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((1 + side / 8) * side));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length, 'BE'), body, uint32(crc32(body), 'BE')]);
}

/** The only frame of `still`, an 8 × 8 WebP, so many times. */
function animatedWebp(still: Buffer, frames: number): Buffer {
  const place = Buffer.from([0, 0, 0, 0, 0, 0, 7, 0, 0, 7, 0, 0, 10, 0, 0, 0]);
  const frame = webpChunk('ANMF', Buffer.concat([place, still.subarray(12)]));
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 7, 0, 0, 7, 0, 0])),
    webpChunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]);
  return Buffer.concat([Buffer.from('RIFF'), uint32(content.length, 'LE'), content]);
}

function webpChunk(type: string, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), uint32(data.length, 'LE'), data]);
}

function uint32(value: number, order: 'LE' | 'BE'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'LE') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}
