/** What importers make is rendered: with media of the examples in the places of those that the documents name. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { type ImportFormat, importDocument } from '../../importers/import-document.ts';
import { drawStill } from '../../render-node/video/draw-still.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { createVideoTools, job } from '../render-node/video/render-test-video.ts';
import { averageColour, pixelAt, type RawImage } from '../support/image.ts';

const MEDIA: Record<string, string> = {
  'coffee.jpg': 'examples/greeting/media/coffee.jpg',
  'sunrise.mp4': 'examples/greeting/media/sunrise.mp4',
  'tune.mp3': 'examples/greeting/media/morning-tune.mp3',
  'logo.png': 'examples/social-card/media/logo.png',
};

it('renders an edit of Shotstack with each row in its merge fields', async () => {
  const ada = await still('shotstack', { FIRST_NAME: 'Ada' }, 1.5);
  const maximiliana = await still('shotstack', { FIRST_NAME: 'Maximiliana' }, 1.5);
  // Its text asset: 1000 × 160 from the bottom left, moved by a twentieth and a tenth of 1280 × 720.
  const lines = differingLines(ada, maximiliana);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((y) => y < 488 || y >= 648)).toEqual([]);
  // The greyscale filter of the photo that follows.
  const [red, green, blue] = averageColour(await still('shotstack', { PHOTO: 'asset:coffee.jpg' }, 5.5), {
    x: 900,
    y: 250,
    width: 100,
    height: 100,
  });
  expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(3);
});

it('renders a template of Creatomate with its scenes one after the other', async () => {
  const intro = await still('creatomate', { Headline: 'Hello' }, 1.6);
  const offer = await still('creatomate', { Price: '€3.20' }, 5);
  expect(pixelAt(intro, 540, 1720).slice(0, 3)).toEqual([0xfc, 0xa3, 0x11]);
  expect(pixelAt(offer, 540, 1720).slice(0, 3)).not.toEqual([0xfc, 0xa3, 0x11]);
  // A blank picture leaves the script's background.
  expect(pixelAt(intro, 20, 1000).slice(0, 3)).toEqual([0x14, 0x21, 0x3d]);
});

it('renders a movie of JSON2Video with its conditions', async () => {
  const badge = (picture: RawImage) => averageColour(picture, { x: 130, y: 130, width: 560, height: 100 });
  const [shown, hidden] = await Promise.all(
    ['yes', 'no'].map((balcony) => still('json2video', { balcony, rent: '€980' }, 5)),
  );
  expect(badge(hidden!).slice(0, 3)).toEqual([255, 255, 255]);
  expect(badge(shown!).slice(0, 3)).not.toEqual([255, 255, 255]);
});

async function still(
  format: ImportFormat,
  values: Record<string, string>,
  seconds: number,
): Promise<RawImage> {
  const uploads = Object.fromEntries(
    Object.entries(MEDIA).map(([name, path]) => [name, join(repositoryRoot, path)]),
  );
  const canvas = await drawStill(await createVideoTools({ uploads }), job(template(format), values), seconds);
  const { width, height } = canvas;
  return { data: canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height };
}

function template(format: ImportFormat): VideoTemplate {
  const path = join(import.meta.dirname, 'documents', `${format}.json`);
  const { document } = importDocument(format, JSON.parse(readFileSync(path, 'utf8')));
  const { fonts: _, ...local } = withOwnMedia(document) as Record<string, unknown>;
  const lint = lintTemplate(local);
  if (!lint.ok || lint.template.kind !== 'video') throw new Error(`${format} became no video template`);
  return lint.template;
}

function withOwnMedia(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('https://') ? `asset:${basename(value)}` : value;
  if (Array.isArray(value)) return value.map(withOwnMedia);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withOwnMedia(item)]));
  return value;
}

/** The lines of pixels in which two pictures differ. */
function differingLines(a: RawImage, b: RawImage): number[] {
  const line = ({ data, width }: RawImage, y: number) =>
    Buffer.from(data.buffer, data.byteOffset + y * width * 4, width * 4);
  return Array.from({ length: a.height }, (_, y) => y).filter((y) => !line(a, y).equals(line(b, y)));
}
