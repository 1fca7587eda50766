import { expect, test } from 'vitest';
import { explainSpans } from '../../../render-node/splice/explain-spans.ts';
import { planSpans } from '../../../render-node/splice/plan-spans.ts';
import type { SpanWay } from '../../../render-node/splice/splice-job.ts';
import { planPictures } from '../../../render-node/video/events.ts';
import { planTimeline } from '../../../render-node/video/timeline.ts';
import { videoTemplate } from '../../support/templates.ts';

function spansOf(scenes: object[]) {
  const template = videoTemplate(scenes);
  const timeline = planTimeline(template, template);
  return planSpans(planPictures(timeline, new Map()), timeline.fps).map(({ start, frames, variables }) => ({
    start,
    frames,
    variables,
  }));
}

const shape = { type: 'shape' };
const name = { type: 'text', text: '{{name}}' };

test('a span begins where one scene replaces another', () => {
  expect(spansOf([{ duration: 2 }, { duration: 1, background: '{{colour}}' }])).toEqual([
    { start: 0, frames: 60, variables: [] },
    { start: 60, frames: 30, variables: ['colour'] },
  ]);
});

test('what no row changes is cut from what rows change, if it lasts', () => {
  expect(spansOf([{ duration: 5, layers: [shape, { ...name, start: 3 }] }])).toEqual([
    { start: 0, frames: 90, variables: [] },
    { start: 90, frames: 60, variables: ['name'] },
  ]);
  expect(spansOf([{ duration: 5, layers: [shape, { ...name, start: 0.5 }] }])).toEqual([
    { start: 0, frames: 150, variables: ['name'] },
  ]);
});

test('a short stretch joins the side that it changes least: what all rows share stays shared', () => {
  const title = { type: 'text', text: '{{title}}' };
  const layers = [shape, { ...title, start: 10 }, { ...name, start: 10.5 }];
  expect(spansOf([{ duration: 20, layers }])).toEqual([
    { start: 0, frames: 300, variables: [] },
    { start: 300, frames: 300, variables: ['name', 'title'] },
  ]);
});

test('a scene that comes in over another one shares its span as long as they overlap', () => {
  const fade = { type: 'fade', duration: 1 };
  expect(
    spansOf([
      { duration: 3, layers: [name] },
      { duration: 3, transition: fade, layers: [shape] },
    ]),
  ).toEqual([
    { start: 0, frames: 90, variables: ['name'] },
    { start: 90, frames: 60, variables: [] },
  ]);
});

test('no span is a single frame: a key picture is never next to another one', () => {
  expect(spansOf([{ duration: 0.03 }, { duration: 0.03 }, { duration: 1 }])).toEqual([
    { start: 0, frames: 2, variables: [] },
    { start: 2, frames: 30, variables: [] },
  ]);
});

test('explains what a span costs and what would make it cheaper', () => {
  const way: SpanWay = { way: 'whole', effort: 'live', plan: null };
  const span = { start: 30, frames: 60, pictures: 12, mixed: 0, variables: ['name', 'title'], way };
  const explained = explainSpans(
    [
      { ...span, encoded: 12, key: 'a' },
      { ...span, encoded: 0, key: 'a' },
      { ...span, encoded: 60, key: 'b', variables: [] },
      { ...span, encoded: 12, key: null },
      { ...span, encoded: 2, mixed: 10, key: 'a' },
      {
        ...span,
        encoded: 12,
        key: 'a',
        way: { way: 'strip', strip: { left: 0, top: 160, height: 240, ground: 'g', wide: null } },
      },
    ],
    30,
  );
  expect(explained.map(({ from, to, way, why }) => [from, to, way, why])).toEqual([
    [1, 3, 'frame splice', 'encoded again for every new value of {{name}}, {{title}}'],
    [1, 3, 'cached', 'a row before agrees in {{name}}, {{title}}'],
    [
      1,
      3,
      'full encode',
      '60 of 60 frames differ from the one before; encoded once for all rows: it takes no variable',
    ],
    [1, 3, 'frame splice', 'it is not shared with other rows'],
    [
      1,
      3,
      'frame splice',
      '10 pictures of a fade are mixed by the player; encoded again for every new value of {{name}}, {{title}}',
    ],
    [
      1,
      3,
      'slice splice',
      'only pixel rows 160 to 400 change; encoded again for every new value of {{name}}, {{title}}',
    ],
  ]);
});
