import { expect, test } from 'vitest';
import { pictureAt, planPictures } from '../../../render-node/video/events.ts';
import { sheetsOf } from '../../../render-node/video/frame-painter.ts';
import { planTimeline } from '../../../render-node/video/timeline.ts';
import { videoTemplate } from '../../support/templates.ts';

function timelineOf(scenes: object[]) {
  const template = videoTemplate(scenes);
  return planTimeline(template, template);
}

const fadeIn = { type: 'fade', at: 'in', duration: 0.1 };

test('what stands still is one picture, held', () => {
  const timeline = timelineOf([{ duration: 2, layers: [{ type: 'shape' }] }, { duration: 1 }]);
  const pictures = [...planPictures(timeline, new Map())];
  expect(pictures.map(({ start, frames }) => [start, frames])).toEqual([
    [0, 60],
    [60, 30],
  ]);
});

test('a layer that fades in makes a picture of each step and then holds', () => {
  const timeline = timelineOf([
    { duration: 1, layers: [{ type: 'shape', start: 0.5, duration: 0.4, animations: [fadeIn] }] },
  ]);
  const pictures = [...planPictures(timeline, new Map())];
  expect(
    pictures.map(({ start, frames, scenes }) => [
      start,
      frames,
      scenes[0]?.layers.map(({ opacity }) => opacity),
    ]),
  ).toEqual([
    [0, 15, []],
    [15, 1, [0.1667]],
    [16, 1, [0.5]],
    [17, 1, [0.8333]],
    [18, 9, [1]],
    [27, 3, []],
  ]);
});

test('two scenes show while one fades in over the other', () => {
  const timeline = timelineOf([
    { id: 'a', duration: 1 },
    { id: 'b', duration: 1, transition: { type: 'fade', duration: 0.1 } },
  ]);
  const pictures = [...planPictures(timeline, new Map())];
  expect(
    pictures.map(({ frames, scenes }) => [
      frames,
      ...scenes.map(({ span, entered }) => [span.label, entered]),
    ]),
  ).toEqual([
    [27, ['a', 1]],
    [1, ['a', 1], ['b', 0.5 / 3]],
    [1, ['a', 1], ['b', 0.5]],
    [1, ['a', 1], ['b', 2.5 / 3]],
    [27, ['b', 1]],
  ]);
});

test.each([
  ['freeze', [0, 1, 2], [1, 1, 28]],
  ['hide', [0, 1, 2, undefined], [1, 1, 1, 27]],
  ['loop', [0, 1, 2, 0], Array(30).fill(1)],
])('a clip that ends before its layer: %s', (when_short, clipFrames, held) => {
  const timeline = timelineOf([
    { duration: 1, layers: [{ type: 'video', src: 'asset:clip.mp4', when_short }] },
  ]);
  const pictures = [...planPictures(timeline, new Map([[timeline.scenes[0]!.layers[0]!, 3]]))];
  expect(pictures.slice(0, 4).map(({ scenes }) => scenes[0]?.layers[0]?.clipFrame)).toEqual(clipFrames);
  expect(pictures.map(({ frames }) => frames)).toEqual(held);
});

test('a single frame is planned as it stands in the whole', () => {
  const timeline = timelineOf([{ duration: 1, layers: [{ type: 'shape', animations: [fadeIn] }] }]);
  expect(pictureAt(timeline, new Map(), 1).scenes).toEqual([...planPictures(timeline, new Map())][1]?.scenes);
});

test('layers that stand still through the scene share a sheet, those that move have their own', () => {
  const [scene] = timelineOf([
    {
      duration: 1,
      layers: [
        { type: 'shape', id: 'ground' },
        { type: 'shape', id: 'frame' },
        { type: 'video', id: 'clip', src: 'asset:clip.mp4' },
        { type: 'shape', id: 'logo' },
        { type: 'shape', id: 'badge' },
        { type: 'shape', id: 'title', animations: [fadeIn] },
        { type: 'shape', id: 'late', start: 0.5 },
      ],
    },
  ]).scenes;
  expect(sheetsOf(scene!).map((sheet) => sheet.map(({ layer }) => layer.id))).toEqual([
    ['ground', 'frame'],
    ['clip'],
    ['logo', 'badge'],
    ['title'],
    ['late'],
  ]);
});
