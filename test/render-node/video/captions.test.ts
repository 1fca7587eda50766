import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { captionAt } from '../../../render-node/video/captions/caption-at.ts';
import { parseSubtitles } from '../../../render-node/video/captions/parse-subtitles.ts';
import { planPictures } from '../../../render-node/video/events.ts';
import { averageColour, type RawImage } from '../../support/image.ts';
import { inkOf } from '../../support/ink.ts';
import { videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { paintFrames } from './paint-frames.ts';

const SIZE = { width: 320, height: 180 };

const SRT = `\ufeff1\r
00:00:00,500 --> 00:00:01,000\r
<i>Good</i> morning\r
{\\an8}to you\r
\r
2\r
00:00:01,500 --> 00:00:02,000\r
Ben &amp; Jo &lt;3\r
`;

const VTT = `WEBVTT - a title

NOTE nobody sees this

STYLE
::cue { color: red }

intro
00:00.500 --> 00:01.000 align:start position:10%
<v Ada>Good <00:00.700><c.loud>morning</c>

01:00:01.5 --> 01:00:02.000
late
`;

describe('a subtitle file', () => {
  test('of either kind is read as players read it', () => {
    expect(parseSubtitles(SRT)).toEqual([
      { start: 0.5, end: 1, text: 'Good morning\nto you' },
      { start: 1.5, end: 2, text: 'Ben & Jo <3' },
    ]);
    expect(parseSubtitles(VTT)).toEqual([
      { start: 0.5, end: 1, text: 'Good morning' },
      { start: 3601.5, end: 3602, text: 'late' },
    ]);
  });

  test.each([
    ['1\n00:00:01,000 --> 00:00:02,000\na\n\nno times here\nat all\n', 5, 'has no times'],
    ['1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:xx --> 00:00:03,000\nb', 6, 'has a time that is none'],
    ['00:00:05,000 --> 00:00:04,000\na', 1, 'has a cue that ends before it begins'],
    ['WEBVTT\n\nNOTE only this', 1, 'holds no cue'],
    ['', 1, 'holds no cue'],
  ])('%j is refused with its line', (file, line, message) => {
    expect(() => parseSubtitles(file)).toThrow(
      expect.objectContaining({ line, message: expect.stringContaining(message) }),
    );
  });

  test('of any bytes does no harm', () => {
    let state = 7;
    for (let round = 0; round < 200; round++) {
      const file = Array.from({ length: 200 }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return '0123456789:,. ->\n<\u0000&WEBVTT'[state % 24];
      }).join('');
      try {
        for (const cue of parseSubtitles(file)) expect(cue.end).toBeGreaterThan(cue.start);
      } catch (error) {
        expect((error as Error).name).toBe('SubtitleFault');
      }
    }
  });
});

describe('at a moment', () => {
  const cue = { start: 1, end: 2, text: 'one three', words: [] };

  test('a cue shows from its beginning until its end', () => {
    const shown = [0.99, 1, 1.5, 2].map(
      (second) => captionAt({ cues: [cue], mode: 'line' }, second)?.as?.text,
    );
    expect(shown).toEqual([undefined, 'one three', 'one three', undefined]);
  });

  test('a word is said for as long as it is, or as its times say', () => {
    const word = (second: number, words: { start: number; end: number; text: string }[] = []) =>
      captionAt({ cues: [{ ...cue, words }], mode: 'word' }, second)?.word;
    expect([word(1), word(1.4), word(1.45), word(1.99)]).toEqual([0, 0, 1, 1]);
    const timed = [
      { start: 1.2, end: 1.8, text: 'one' },
      { start: 1.8, end: 2, text: 'three' },
    ];
    expect([word(1.1, timed), word(1.5, timed), word(1.9, timed)]).toEqual([-1, 0, 1]);
  });

  test('no word is said in a pause, but for a short one', () => {
    const words = [
      { start: 1, end: 1.2, text: 'one' },
      { start: 1.4, end: 1.5, text: 'three' },
    ];
    const word = (second: number) => captionAt({ cues: [{ ...cue, words }], mode: 'word' }, second)?.word;
    expect([word(1.1), word(1.3), word(1.45), word(1.6)]).toEqual([0, 0, 1, -1]);
  });
});

describe('a caption layer', () => {
  const film = (layer: object) =>
    videoTemplate([{ id: 'talk', duration: 2, layers: [{ type: 'caption', id: 'words', ...layer }] }], SIZE);
  const cues = [{ start: 0.5, end: 1.5, text: 'MMMM MMMM' }];

  test('shows its cues in the lower part of the frame, and holds them', async () => {
    const { frames, video } = await paintFrames(film({ cues }), [0, 20, 50]);
    expect(frames.map((frame) => Math.round(light(frame, 120)))).toEqual([0, expect.any(Number), 0]);
    expect(light(frames[1]!, 120)).toBeGreaterThan(3);
    expect(light(frames[1]!, 0, 120)).toBe(0);
    expect([...planPictures(video.timeline, video.clipFrames)].map(({ frames }) => frames)).toEqual([
      15, 30, 15,
    ]);
  });

  test('takes a file that a row names, and makes an automatic scene as long', async () => {
    const said = await subtitleFile('said.srt', SRT);
    const scene = { layers: [{ type: 'caption', src: '{{said}}' }] };
    const template = videoTemplate([scene], SIZE);
    const { frames, video } = await paintFrames(template, [20, 35], {
      values: { said: 'asset:said' },
      uploads: { said },
    });
    expect(video.timeline.frames).toBe(60);
    expect(frames.map((frame) => light(frame, 120) > 1)).toEqual([true, false]);
    const blank = await paintFrames(template, [20]);
    expect([blank.video.timeline.frames, light(blank.frames[0]!, 120)]).toEqual([120, 0]);
  });

  test('has accents where the template has asterisks; a row and a file are printed as they are', async () => {
    const styled = { color: '#00ff00', accent: { color: '#ff0000' }, mode: 'line' };
    const reds = async (layer: object, uploads = {}) => {
      const { frames } = await paintFrames(film({ ...styled, ...layer }), [20], {
        values: { name: '*Jo*' },
        uploads,
      });
      return inkOf(frames[0]!, (red, green) => red > 150 && green < 90);
    };
    const cue = (text: string) => ({ cues: [{ start: 0, end: 2, text }] });
    expect(await reds(cue('Hi *{{name}}*'))).toBeGreaterThan(20);
    expect(await reds(cue('Hi {{name}}'))).toBe(0);
    const said = await subtitleFile('said.srt', SRT.replace('Good', '*Good*'));
    expect(await reds({ src: 'asset:said' }, { said })).toBe(0);
  });

  test('leaves out a word that a row leaves blank', async () => {
    const words = [
      { start: 0, end: 0.5, text: 'MM' },
      { start: 0.5, end: 0.6, text: '{{name}}' },
      { start: 0.6, end: 2, text: 'MM' },
    ];
    const layer = { cues: [{ start: 0, end: 2, words }], mode: 'word', highlight_color: '#ff0000' };
    const { frames } = await paintFrames(film(layer), [30]);
    const red = (x: number) =>
      inkOf(frames[0]!, (r, g) => r > 150 && g < 90, { x, y: 0, width: 160, height: 180 });
    expect([red(0), red(160) > 20]).toEqual([0, true]);
  });

  test('with a faulty file fails its row and says the line', async () => {
    const said = await subtitleFile('said.srt', `${SRT}\n3\n00:00:09 -> 00:00:10\nx`);
    await expect(
      paintFrames(film({ src: '{{said}}' }), [], { values: { said: 'asset:said' }, uploads: { said } }),
    ).rejects.toMatchObject({
      code: 'data_invalid',
      message: expect.stringContaining(
        'Scene "talk", layer "words" (variable "said"): line 10 of the captions has no times',
      ),
    });
  });

  test('with something else than captions fails its row', async () => {
    const said = await subtitleFile('said.srt', 'just words');
    await expect(paintFrames(film({ src: 'asset:said' }), [], { uploads: { said } })).rejects.toMatchObject({
      code: 'asset_type',
    });
  });
});

function light(frame: RawImage, y: number, height = 180 - y): number {
  return averageColour(frame, { x: 0, y, width: 320, height })[0];
}

async function subtitleFile(name: string, text: string): Promise<string> {
  const folder = temporaryFolder('captions');
  onTestFinished(() => folder.remove());
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
}
