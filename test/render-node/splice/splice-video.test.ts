import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { averageColour } from '../../support/image.ts';
import { extractFrame, probe } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from '../video/render-test-video.ts';
import { createTestSplicing, frameHashes, keyFrames, worstPsnr } from './splice-test-video.ts';

const SIZE = { width: 320, height: 180 };
const name = {
  type: 'text',
  text: 'Hi {{name}}',
  color: '#fff',
  font_size: 40,
  animations: [{ type: 'fade', at: 'in', duration: 0.4 }],
};

/** A scene with the row's name, one without. */
const greeting = videoTemplate(
  [
    { duration: 2, background: '#24435f', layers: [name] },
    { duration: 2, background: '#dc283c', layers: [{ type: 'text', text: 'Good bye', color: '#fff' }] },
  ],
  SIZE,
);

async function clip(): Promise<string> {
  return makeMedia('clip.mp4', ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=2', '-pix_fmt', 'yuv420p']);
}

describe('a spliced video', () => {
  test('looks as when it is rendered whole, with cuts, fades and a clip', async () => {
    const template = videoTemplate(
      [
        { duration: 2, layers: [{ type: 'video', src: 'asset:clip.mp4' }, name] },
        { duration: 1.5, background: '#24435f', transition: { type: 'fade', duration: 0.5 }, layers: [name] },
        { duration: 1.5, background: '#dc283c' },
      ],
      SIZE,
    );
    const uploads = { 'clip.mp4': await clip() };
    const spliced = await (await createTestSplicing({ uploads })).render(template, { name: 'Ada' });
    const whole = await renderVideo(await createVideoTools({ uploads }), job(template, { name: 'Ada' }));
    expect(spliced.encoded).not.toBeNull();
    expect((await frameHashes(spliced.file)).length).toBe(135);
    expect(await worstPsnr(spliced.file, whole.file)).toBeGreaterThan(36);
  });

  test('encodes only the pictures that differ from the one before', async () => {
    const { render } = await createTestSplicing();
    // The fade's first step and what it ends with; the last scene is one picture.
    expect((await render(greeting, { name: 'Ada' })).encoded).toEqual([2, 1]);
  });

  test('starts pictures and sound at 0 and ends them together', async () => {
    const music = await makeMedia('music.mp3', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']);
    const { render } = await createTestSplicing({ uploads: { 'music.mp3': music } });
    const template = videoTemplate([{ duration: 2.32 }], {
      ...SIZE,
      fps: 25,
      soundtrack: { src: 'asset:music.mp3' },
    });
    const { file } = await render(template);
    const { streams } = await probe(file);
    expect(
      streams.map(({ codec_name, start_time, duration, nb_frames }) => [
        codec_name,
        start_time,
        duration,
        nb_frames,
      ]),
    ).toEqual([
      ['h264', '0.000000', '2.320000', '58'],
      ['aac', '0.000000', '2.320000', String(Math.ceil((2.32 * 48_000) / 1_024) + 1)],
    ]);
    expect(streams[0]).toMatchObject({
      profile: 'High',
      color_space: 'bt709',
      color_range: 'tv',
      pix_fmt: 'yuv420p',
    });
  });

  test('holds a picture without the least change, and has key pictures to seek to', async () => {
    const { render } = await createTestSplicing();
    const template = videoTemplate([{ duration: 10, background: '#24435f', layers: [name] }], {
      ...SIZE,
      fps: 24,
    });
    const { file } = await render(template, { name: 'Ada' });
    expect(await keyFrames(file)).toEqual([0, 96, 192]);
    const hashes = await frameHashes(file);
    expect(new Set(hashes.slice(12, 96)).size).toBe(1);
    expect(new Set(hashes.slice(96)).size).toBe(1);
  });

  test('decodes to the same frames whenever and after whatever it is made', async () => {
    const one = await createTestSplicing();
    const other = await createTestSplicing();
    // A template's first row is encoded with less effort.
    for (const { render } of [one, other]) await render(greeting, { name: 'Whoever is first' });
    await other.render(greeting, { name: 'Somebody Else' });
    const { file } = await one.render(greeting, { name: 'Ada' });
    const again = await other.render(greeting, { name: 'Ada' });
    expect(await frameHashes(again.file)).toEqual(await frameHashes(file));
  });

  test('has the thumbnail of the moment that the template names', async () => {
    const { render } = await createTestSplicing();
    const template = { ...greeting, thumbnail_time: 3 };
    const first = await render(template, { name: 'Ada' });
    expect((await render(template, { name: 'Ada' })).encoded).toEqual([0, 0]);
    const second = await render(template, { name: 'Bo' });
    expect(second.encoded).toEqual([2, 0]);
    expect(second.thumbnail.equals(first.thumbnail)).toBe(true);
    const whole = await renderVideo(await createVideoTools(), job(template, { name: 'Bo' }));
    expect(whole.thumbnail.equals(second.thumbnail)).toBe(true);
  });
});

describe('what rows share', () => {
  test('is encoded once: a name that came before costs nothing, another one only its scene', async () => {
    const { render, ways } = await createTestSplicing();
    expect((await render(greeting, { name: 'Ada' })).encoded).toEqual([2, 1]);
    // What they share has been encoded once more meanwhile, with more effort.
    expect((await render(greeting, { name: 'Ada' })).encoded).toEqual([0, 0]);
    expect(ways()).toEqual(['whole', 'thorough']);
    expect((await render(greeting, { name: 'Ada' })).encoded).toEqual([0, 0]);
    expect((await render(greeting, { name: 'Bo' })).encoded).toEqual([2, 0]);
  });

  test('is encoded with care once there are many rows, by one of those that lack it, after its answer', async () => {
    const options = { manyRows: 2 };
    const one = await createTestSplicing({ options });
    const other = await createTestSplicing({ options: { ...options, cacheFolder: one.tools.cacheFolder } });
    for (const { render } of [one, other]) await render(greeting, { name: 'Ada' });
    for (const { render, ways } of [one, other]) {
      expect((await render(greeting, { name: 'Ada' })).encoded).toEqual([0, 0]);
      expect(ways()).toEqual(['whole', 'whole']);
    }
    // Both are at their third row at once.
    const [first, second] = await Promise.all(
      [one, other].map(({ render }) => render(greeting, { name: 'Ada' })),
    );
    expect([first!.encoded, second!.encoded]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect([first!.later, second!.later].sort()).toEqual([0, 1]);
    // Two that were encoded at once and one with care: written while rows go on.
    await spansOnDisk(one.tools.cacheFolder, 3);
    for (const { render, ways } of [one, other]) {
      expect(await render(greeting, { name: 'Ada' })).toMatchObject({ encoded: [0, 0], later: 0 });
      expect(ways()).toEqual(['whole', 'thorough']);
    }
  });

  test('is a clip that no row changes, too', async () => {
    const { render } = await createTestSplicing({ uploads: { 'clip.mp4': await clip() } });
    const template = videoTemplate(
      [
        { duration: 2, layers: [{ type: 'video', src: 'asset:clip.mp4' }] },
        { duration: 1, layers: [name] },
      ],
      SIZE,
    );
    expect((await render(template, { name: 'Ada' })).encoded).toEqual([60, 2]);
    expect((await render(template, { name: 'Ada' })).encoded).toEqual([0, 0]);
    expect((await render(template, { name: 'Bo' })).encoded).toEqual([0, 2]);
  });

  test('differs when a picture of the same name has another content', async () => {
    const [red, blue] = await Promise.all(
      ['red', 'blue'].map((colour) =>
        makeMedia('photo.png', ['-f', 'lavfi', '-i', `color=${colour}:s=32x32`, '-frames:v', '1']),
      ),
    );
    const template = videoTemplate(
      [{ duration: 1, layers: [{ type: 'image', src: 'asset:photo.png' }] }],
      SIZE,
    );
    const before = await createTestSplicing({ uploads: { 'photo.png': red! } });
    await before.render(template);
    const options = { cacheFolder: before.tools.cacheFolder };
    const after = await createTestSplicing({ uploads: { 'photo.png': blue! }, options });
    const { file, encoded } = await after.render(template);
    expect(encoded).toEqual([1]);
    const [redness, , blueness] = averageColour(await extractFrame(file, 5));
    expect(blueness).toBeGreaterThan(redness + 100);
  });

  test('outlives the process on disk, but not a change of what draws', async () => {
    const before = await createTestSplicing({ options: { manyRows: 8 } });
    await before.render(greeting, { name: 'Ada' });
    await spansOnDisk(before.tools.cacheFolder, 2);
    const options = { cacheFolder: before.tools.cacheFolder };
    const later = await createTestSplicing({ options });
    expect((await later.render(greeting, { name: 'Ada' })).encoded).toEqual([0, 0]);
    const updated = await createTestSplicing({ options: { ...options, engine: 'another' } });
    expect((await updated.render(greeting, { name: 'Ada' })).encoded).toEqual([2, 1]);
  });

  test('is nothing when sharing ends with the row', async () => {
    const { render, tools } = await createTestSplicing({ options: { sharing: 'row' } });
    await render(greeting, { name: 'Ada' });
    expect((await render(greeting, { name: 'Ada' })).encoded).toEqual([2, 1]);
    expect(await readdir(tools.cacheFolder)).toEqual([]);
  });

  test('is made again when its file is damaged', async () => {
    const before = await createTestSplicing({ options: { manyRows: 8 } });
    const { file } = await before.render(greeting, { name: 'Ada' });
    const frames = await frameHashes(file);
    const [first, second] = await spansOnDisk(before.tools.cacheFolder, 2);
    await writeFile(first!, (await readFile(first!)).subarray(0, -1));
    const bytes = await readFile(second!);
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(second!, bytes);
    const later = await createTestSplicing({ options: { cacheFolder: before.tools.cacheFolder } });
    const again = await later.render(greeting, { name: 'Ada' });
    expect(again.encoded).toEqual([2, 1]);
    expect(await frameHashes(again.file)).toEqual(frames);
  });
});

test('a video that is not what was painted is rendered whole, and so is the rest of its template', async () => {
  const before = await createTestSplicing({ options: { manyRows: 8 } });
  await before.render(greeting, { name: 'Ada' });
  const [first, second] = await spansOnDisk(before.tools.cacheFolder, 2);
  await swap(first!, second!);
  const { render } = await createTestSplicing({ options: { cacheFolder: before.tools.cacheFolder } });
  const { file, encoded } = await render(greeting, { name: 'Ada' });
  expect(encoded).toBeNull();
  expect(averageColour(await extractFrame(file, 90))[0]).toBeGreaterThan(150);
  expect((await render(greeting, { name: 'Bo' })).encoded).toBeNull();
});

/** Spans are written while rows go on. */
async function spansOnDisk(folder: string, count: number): Promise<string[]> {
  for (;;) {
    const names = (await readdir(folder)).filter((file) => file.endsWith('.span'));
    if (names.length === count) return names.map((file) => join(folder, file));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function swap(one: string, other: string): Promise<void> {
  await rename(one, `${one}.aside`);
  await rename(other, one);
  await rename(`${one}.aside`, other);
}
