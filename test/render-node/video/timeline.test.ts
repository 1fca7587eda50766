import { describe, expect, test } from 'vitest';
import { layerState } from '../../../render-node/video/layer-state.ts';
import { sceneEntered } from '../../../render-node/video/scene-entered.ts';
import { frameAt, planTimeline } from '../../../render-node/video/timeline.ts';
import { videoTemplate } from '../../support/templates.ts';

function timelineOf(scenes: object[], more: object = {}) {
  const template = videoTemplate(scenes, more);
  return planTimeline(template, template);
}

const shape = (more: object = {}) => ({ type: 'shape', ...more });

describe('scenes', () => {
  test('two scenes of 3 s with a fade of 0.5 s last exactly 165 frames', () => {
    const timeline = timelineOf([
      { duration: 3 },
      { duration: 3, transition: { type: 'fade', duration: 0.5 } },
    ]);
    expect(timeline.frames).toBe(165);
    expect(
      timeline.scenes.map(({ start, frames, enter, leave }) => ({ start, frames, enter, leave })),
    ).toEqual([
      { start: 0, frames: 90, enter: 0, leave: 15 },
      { start: 75, frames: 90, enter: 15, leave: 0 },
    ]);
  });

  test('durations are snapped to whole frames, one at least', () => {
    const timeline = timelineOf([{ duration: 0.001 }, { duration: 1.019 }], { fps: 25 });
    expect(timeline.scenes.map(({ start, frames }) => [start, frames])).toEqual([
      [0, 1],
      [1, 25],
    ]);
  });

  test('the first scene has nothing to fade in over', () => {
    const timeline = timelineOf([{ duration: 1, transition: { type: 'fade', duration: 0.5 } }]);
    expect(timeline.frames).toBe(30);
    expect(timeline.scenes[0]?.enter).toBe(0);
  });

  test('no scenes make no video', () => {
    expect(() => timelineOf([])).toThrow('The template has no scenes');
  });

  test('a scene fades in evenly around its middle', () => {
    const scene = timelineOf([{ duration: 1 }, { duration: 1, transition: { type: 'fade', duration: 0.1 } }])
      .scenes[1]!;
    expect([0, 1, 2, 3].map((frame) => sceneEntered(scene, frame))).toEqual([0.5 / 3, 0.5, 2.5 / 3, 1]);
  });
});

describe('layers', () => {
  test('start and duration are frames of the scene, cut at its end', () => {
    const [scene] = timelineOf([
      {
        duration: 2,
        layers: [shape(), shape({ start: 0.5, duration: 1 }), shape({ start: 1.5, duration: 9 })],
      },
    ]).scenes;
    expect(scene?.layers.map(({ start, frames }) => [start, frames])).toEqual([
      [0, 60],
      [15, 30],
      [45, 15],
    ]);
  });

  test('what starts after the scene, is invisible or blank is left out', () => {
    const template = videoTemplate([
      { duration: 1, layers: [shape({ start: 5 }), shape({ visible: false }), { type: 'image', src: '' }] },
    ]);
    expect(planTimeline(template, template).scenes[0]?.layers).toEqual([]);
  });

  test('fades in and out mirror each other', () => {
    const animations = [
      { type: 'fade', at: 'in', duration: 0.1 },
      { type: 'fade', at: 'out', duration: 0.1 },
    ];
    const [layer] = timelineOf([{ duration: 1, layers: [shape({ start: 0.5, animations })] }]).scenes[0]!
      .layers;
    expect(layer).toMatchObject({ start: 15, frames: 15 });
    const canvas = { fps: 30, width: 100, height: 100 };
    const opacities = Array.from({ length: 15 }, (_, frame) => layerState(layer!, frame, canvas)?.opacity);
    expect(opacities.slice(0, 4)).toEqual([0.1667, 0.5, 0.8333, 1]);
    expect(opacities).toEqual(opacities.toReversed());
  });

  test('a layer is named by scene, layer and variable', () => {
    const template = videoTemplate([
      { id: 'intro', layers: [{ type: 'text', id: 'hello', text: 'Hi {{first_name}}' }] },
    ]);
    expect(planTimeline(template, template).scenes[0]?.layers[0]?.place).toMatchObject({
      scene: 'intro',
      layer: 'hello',
      variable: 'first_name',
    });
  });
});

test('a time outside the video is its first or last frame', () => {
  const timeline = timelineOf([{ duration: 2 }]);
  expect([-1, 0, 1, 2, 99].map((seconds) => frameAt(timeline, seconds))).toEqual([0, 0, 30, 59, 59]);
});
