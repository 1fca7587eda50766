import { truncate, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { drawStill } from '../../../render-node/video/draw-still.ts';
import { cutClip } from '../../../render-node/video/prepare-clip.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { averageColour, type Colour, type RawImage } from '../../support/image.ts';
import { countFrames, extractFrame, probe } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from './render-test-video.ts';

const SIZE = { width: 64, height: 48 };

/** A clip of coloured stretches, a second each. */
function colours(...names: string[]): string[] {
  const inputs = names.flatMap((name) => ['-f', 'lavfi', '-i', `color=${name}:s=64x48:r=10:d=1`]);
  const labels = names.map((_, index) => `[${index}:v]`).join('');
  return [
    ...[...inputs, '-filter_complex', `${labels}concat=n=${names.length},format=yuv420p[v]`, '-map', '[v]'],
    ...['-c:v', 'libx264', '-qp', '5'],
  ];
}

/** Which of red, green, blue or black a frame is. */
function nameOf([red, green, blue]: Colour): string {
  const bright = { red, green, blue };
  const [name, value] = Object.entries(bright).reduce((most, channel) =>
    channel[1] > most[1] ? channel : most,
  );
  return value < 60 ? 'black' : name;
}

async function stillColours(clip: string, layer: object, seconds: number[], duration = 6): Promise<string[]> {
  const tools = await createVideoTools({ uploads: { clip } });
  const template = videoTemplate(
    [{ duration, layers: [{ type: 'video', src: 'asset:clip', ...layer }] }],
    SIZE,
  );
  const seen: string[] = [];
  for (const second of seconds)
    seen.push(nameOf(averageColour(pixels(await drawStill(tools, job(template), second)))));
  return seen;
}

describe('time', () => {
  test('a clip is trimmed and then freezes, loops or hides', async () => {
    const clip = await makeMedia('rgb.mp4', colours('red', 'green', 'blue'));
    const seen = {
      freeze: await stillColours(clip, { trim_start: 1 }, [0.5, 1.5, 2.5]),
      loop: await stillColours(clip, { trim_start: 1, when_short: 'loop' }, [0.5, 1.5, 2.5, 3.5]),
      hide: await stillColours(clip, { when_short: 'hide' }, [2.5, 3.5]),
    };
    expect(seen).toEqual({
      freeze: ['green', 'blue', 'blue'],
      loop: ['green', 'blue', 'green', 'blue'],
      hide: ['blue', 'black'],
    });
  });

  test('a loop plays in a rendered video too', async () => {
    const clip = await makeMedia('rg.mp4', colours('red', 'green'));
    const tools = await createVideoTools({ uploads: { clip } });
    const layers = [{ type: 'video', src: 'asset:clip', when_short: 'loop' }];
    const { file } = await renderVideo(tools, job(videoTemplate([{ duration: 5, layers }], SIZE)));
    expect(await countFrames(file)).toBe(150);
    const seen = [];
    for (const second of [0, 1, 2, 3, 4])
      seen.push(nameOf(averageColour(await extractFrame(file, second * 30 + 15))));
    expect(seen).toEqual(['red', 'green', 'red', 'green', 'red']);
  });

  test('variable frame rate plays at its own pace', async () => {
    // Five pictures at 0, 0.1, 0.2, 2 and 2.9 s: four red ones, then green from 2 s on.
    const clip = await makeMedia('vfr.mkv', [
      ...['-f', 'lavfi', '-i', 'color=red:s=64x48:r=10:d=3'],
      ...[
        '-vf',
        "drawbox=enable='gte(t,2)':color=lime:t=fill,select='lt(n,3)+eq(n,20)+eq(n,29)',format=yuv420p",
      ],
      ...['-vsync', 'vfr', '-c:v', 'libx264', '-qp', '5'],
    ]);
    expect(await stillColours(clip, {}, [0.5, 1.8, 2.1, 2.8])).toEqual(['red', 'red', 'green', 'green']);
  });

  test('a recording that does not say how long it is is measured', async () => {
    const clip = await makeMedia('live.webm', [
      ...colours('red', 'green').slice(0, -4),
      ...['-c:v', 'libvpx', '-b:v', '1M', '-f', 'webm', '-live', '1'],
    ]);
    expect((await probe(clip)).format.duration).toBeUndefined();
    expect(await stillColours(clip, { when_short: 'loop' }, [0.5, 1.5, 2.5, 3.5])).toEqual([
      'red',
      'green',
      'red',
      'green',
    ]);
  });
});

describe('picture', () => {
  test('a turned phone clip stands upright', async () => {
    const flat = await makeMedia('flat.mp4', [
      ...['-f', 'lavfi', '-i', 'color=black:s=96x64:r=10:d=1', '-vf', 'drawbox=w=48:h=64:color=red:t=fill'],
      ...['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-qp', '5'],
    ]);
    const turned = await makeMedia('turned.mp4', ['-i', flat, '-c', 'copy', '-metadata:s:v', 'rotate=90']);
    const tools = await createVideoTools({ uploads: { turned } });
    const layers = [{ type: 'video', src: 'asset:turned' }];
    const still = pixels(
      await drawStill(tools, job(videoTemplate([{ duration: 1, layers }], { width: 64, height: 96 }))),
    );
    // The left half has become the upper or the lower one; the sides are equal.
    const half = (y: number) => nameOf(averageColour(still, { x: 0, y, width: 64, height: 40 }));
    expect([half(0), half(56)].sort()).toEqual(['black', 'red']);
    const side = (x: number) => Math.round(averageColour(still, { x, y: 0, width: 30, height: 96 })[0] / 10);
    expect(side(0)).toBe(side(34));
  });

  test('colours come through as they are, whatever the matrix they were stored with', async () => {
    const args = (matrix: string) => [
      ...['-f', 'lavfi', '-i', 'color=0xdc283c:s=64x48:r=10:d=1'],
      ...['-vf', `scale=out_color_matrix=${matrix}:out_range=tv,format=yuv420p`],
      ...['-c:v', 'libx264', '-qp', '1', '-colorspace', matrix === 'bt601' ? 'smpte170m' : matrix],
    ];
    for (const matrix of ['bt709', 'bt601']) {
      const clip = await makeMedia('red.mp4', args(matrix));
      const tools = await createVideoTools({ uploads: { clip } });
      const layers = [{ type: 'video', src: 'asset:clip' }];
      const still = await drawStill(tools, job(videoTemplate([{ duration: 1, layers }], SIZE)));
      const [red, green, blue] = averageColour(pixels(still));
      const off = Math.max(Math.abs(red - 220), Math.abs(green - 40), Math.abs(blue - 60));
      expect(off, `${matrix}: ${red}, ${green}, ${blue}`).toBeLessThanOrEqual(4);
    }
  });

  test('cover cuts to the box around the focus, contain leaves the rest of the box free', () => {
    const media = { width: 200, height: 100 };
    const box = { x: 10, y: 20, width: 50, height: 50 };
    expect({
      cover: cutClip(media, box, { fit: 'cover', focus: '100% 50%' }),
      contain: cutClip(media, box, { fit: 'contain', focus: '50% 0%' }),
      none: cutClip(media, box, { fit: 'none', focus: '0% 0%' }),
    }).toEqual({
      cover: {
        scaled: { width: 100, height: 50 },
        kept: { x: 50, y: 0, width: 50, height: 50 },
        target: box,
      },
      contain: {
        scaled: { width: 50, height: 25 },
        kept: { x: 0, y: 0, width: 50, height: 25 },
        target: { x: 10, y: 20, width: 50, height: 25 },
      },
      none: {
        scaled: { width: 200, height: 100 },
        kept: { x: 0, y: 0, width: 50, height: 50 },
        target: box,
      },
    });
  });
});

describe('sound', () => {
  test('a silent clip has no sound to give, and mutes nobody', async () => {
    const clip = await makeMedia('silent.mp4', colours('red'));
    const music = await makeMedia('music.mp3', ['-f', 'lavfi', '-i', 'sine=duration=1']);
    const tools = await createVideoTools({ uploads: { clip, music } });
    const scenes = [{ duration: 1, layers: [{ type: 'video', src: 'asset:clip' }] }];
    const silent = await renderVideo(tools, job(videoTemplate(scenes, SIZE)));
    expect((await probe(silent.file)).streams.map((stream) => stream.codec_type)).toEqual(['video']);
    const sounding = await renderVideo(
      tools,
      job(videoTemplate(scenes, { ...SIZE, soundtrack: { src: 'asset:music' } })),
    );
    expect((await probe(sounding.file)).streams.map((stream) => stream.codec_type)).toEqual([
      'video',
      'audio',
    ]);
  });

  test('where clips come from rows, every row has a sound track', async () => {
    const clip = await makeMedia('silent.mp4', colours('red'));
    const tools = await createVideoTools({ uploads: { clip } });
    const template = videoTemplate([{ duration: 1, layers: [{ type: 'video', src: '{{clip}}' }] }], SIZE);
    for (const source of ['asset:clip', '']) {
      const { file } = await renderVideo(tools, job(template, { clip: source }));
      expect((await probe(file)).streams.map((stream) => stream.codec_type)).toEqual(['video', 'audio']);
    }
  });
});

describe('broken clips', () => {
  const place = 'Scene "offer", layer "clip" (variable "film")';
  const template = (more: object = {}) =>
    videoTemplate(
      [{ id: 'offer', duration: 1, layers: [{ type: 'video', id: 'clip', src: '{{film}}', ...more }] }],
      SIZE,
    );

  test('a damaged file fails the row with its place', async () => {
    const film = await makeMedia('damaged.mp4', colours('red'));
    await truncate(film, 600);
    const tools = await createVideoTools({ uploads: { film } });
    await expect(renderVideo(tools, job(template(), { film: 'asset:film' }))).rejects.toMatchObject({
      code: 'asset_type',
      message: `${place}: the clip cannot be used: it is damaged or of an unknown kind`,
    });
  });

  test('a trim beyond the end says how long the clip is', async () => {
    const film = await makeMedia('short.mp4', colours('red'));
    const tools = await createVideoTools({ uploads: { film } });
    await expect(
      renderVideo(tools, job(template({ trim_start: 5 }), { film: 'asset:film' })),
    ).rejects.toMatchObject({
      code: 'data_invalid',
      message: `${place}: trim_start 5 lies beyond the clip, which lasts 1.00 s`,
    });
  });

  test('a playlist dressed as a film is refused unread', async () => {
    const film = await makeMedia('film.mp4', colours('red'));
    await writeFile(film, '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
    const tools = await createVideoTools({ uploads: { film } });
    await expect(renderVideo(tools, job(template(), { film: 'asset:film' }))).rejects.toMatchObject({
      code: 'asset_type',
    });
  });

  test('a layer that may be hidden is left out with a note', async () => {
    const film = await makeMedia('damaged.mp4', colours('red'));
    await truncate(film, 600);
    const tools = await createVideoTools({ uploads: { film } });
    const { frames } = await renderVideo(tools, job(template({ on_error: 'hide' }), { film: 'asset:film' }));
    expect(frames).toBe(30);
    expect([...tools.notes]).toEqual([
      `${place}: the clip cannot be used: it is damaged or of an unknown kind. The layer was left out.`,
    ]);
  });
});

function pixels(canvas: Awaited<ReturnType<typeof drawStill>>): RawImage {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { data: data as Uint8ClampedArray, width, height };
}
