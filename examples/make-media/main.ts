/**
 * Makes the media of all examples: `npm run build && node dist/examples/make-media/main.js`.
 * Everything is painted and played by the code beside this file, so nobody else's rights are touched. The files are
 * committed; another ffmpeg or font version may encode the same picture or tune in other bytes.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { CERTIFICATE_FRAME, SIGNATURE_PICTURES } from './certificate-art.ts';
import { newsChime } from './chime.ts';
import { COFFEE_SCENE } from './coffee-scene.ts';
import { DRIFT, driftFrames, wind } from './drift-clip.ts';
import { encodeClip, encodeTrack } from './encode.ts';
import { JOURNEY, journeyFrames } from './journey-film.ts';
import { LANDSCAPES, landscapePart } from './landscapes.ts';
import { HEARTH_LOGO, LANTERN_LOGO, SALTMARSH_LOGO } from './logos.ts';
import { composeTune, SAMPLE_RATE } from './music.ts';
import { PHONE, phoneFrames } from './phone-clip.ts';
import { PORTRAITS } from './portraits.ts';
import { PRODUCTS } from './products.ts';
import { SUNRISE, sunriseFrames } from './sunrise-clip.ts';

const STORY = { width: 1080, height: 1920 };
const NEWS = { width: 900, height: 1600 };

const PICTURES: Record<string, () => Canvas> = {
  'certificate/frame.jpg': CERTIFICATE_FRAME,
  ...each('certificate', 'png', SIGNATURE_PICTURES),
  'social-card/logo.png': LANTERN_LOGO,
  ...each('social-card', 'jpg', LANDSCAPES),
  ...each('social-card', 'jpg', PORTRAITS),
  'catalogue-promo/logo.png': HEARTH_LOGO,
  ...each('catalogue-promo', 'jpg', PRODUCTS),
  'greeting/logo.png': SALTMARSH_LOGO,
  'greeting/coffee.jpg': COFFEE_SCENE,
  ...each('greeting', 'jpg', PORTRAITS),
  ...each('slideshow', 'jpg', LANDSCAPES),
  'story/alps.jpg': () => landscapePart('alps', 1_110, STORY),
  'story/sea.jpg': () => landscapePart('sea', 1_000, STORY),
  'story/forest.jpg': () => landscapePart('forest', 480, STORY),
  'story/dunes.jpg': () => landscapePart('dunes', 800, STORY),
  'story/logo.png': LANTERN_LOGO,
  'film/logo.png': SALTMARSH_LOGO,
  'film/ada.jpg': PORTRAITS.ada!,
  'film/emil.jpg': PORTRAITS.emil!,
  'news/city.jpg': () => landscapePart('city', 800, NEWS),
  'news/sea.jpg': () => landscapePart('sea', 1_000, NEWS),
};

for (const [place, draw] of Object.entries(PICTURES)) {
  const canvas = draw();
  await save(place, place.endsWith('.png') ? await canvas.encode('png') : await canvas.encode('jpeg', 88));
}
const sunrise = await encodeClip(sunriseFrames(), SUNRISE);
for (const example of ['greeting', 'news']) await save(`${example}/sunrise.mp4`, sunrise);
const tune = await encodeTrack(composeTune(), SAMPLE_RATE);
for (const example of ['greeting', 'slideshow', 'story', 'news', 'film'])
  await save(`${example}/morning-tune.mp3`, tune);
await save('film/journey.mp4', await encodeClip(journeyFrames(), JOURNEY));
await save('news/drift.mp4', await encodeClip(driftFrames(), DRIFT));
await save(
  'news/phone.mp4',
  await encodeClip(phoneFrames(), PHONE, { samples: wind(), sampleRate: SAMPLE_RATE }),
);
await save('news/wind.mp3', await encodeTrack(wind(), SAMPLE_RATE));
await save('news/chime.mp3', await encodeTrack(newsChime(), SAMPLE_RATE));

function each(example: string, extension: string, pictures: Record<string, () => Canvas>) {
  return Object.fromEntries(
    Object.entries(pictures).map(([name, draw]) => [`${example}/${name}.${extension}`, draw]),
  );
}

async function save(place: string, bytes: Uint8Array): Promise<void> {
  const file = join(repositoryRoot, 'examples', place.replace('/', '/media/'));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
  console.log(`${String(Math.round(bytes.length / 1024)).padStart(6)} KB  ${place}`);
}
