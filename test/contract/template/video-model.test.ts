import { describe, expect, test } from 'vitest';
import { fillTemplate } from '../../../contract/template/fill-template.ts';
import { lintTemplate } from '../../../contract/template/lint-template.ts';
import { templateVariables } from '../../../contract/template/variables.ts';
import { videoTemplate } from '../../support/templates.ts';

function faults(scenes: object[], more: object = {}): string[] {
  const lint = lintTemplate({ kind: 'video', name: 'Film', scenes, ...more });
  return lint.ok ? [] : lint.faults.map(({ path, message }) => `${path}: ${message}`);
}

const layerFaults = (layer: object) =>
  faults([{ layers: [{ type: 'shape', ...layer }] }]).map((fault) =>
    fault.replace('scenes[0].layers[0].', ''),
  );

describe('a layer that cannot follow is refused', () => {
  test.each([
    [
      { animations: [{ type: 'typewriter' }] },
      'animations[0].type: typewriter moves the letters of a text, and this layer is of type shape',
    ],
    [
      { animations: [{ type: 'fade', at: 2 }] },
      'animations[0].at: must be "in" or "out": fade brings a layer in or takes it out',
    ],
    [
      { type: 'text', animations: [{ type: 'count', at: 'out' }] },
      'animations[0].at: must be "in": a count ends at what the text says',
    ],
    [
      { type: 'video', keyframes: { width: [{ t: 0, v: 5 }] } },
      'keyframes.width: layers of type video have no width that can change: use scale',
    ],
    [
      { type: 'image', keyframes: { fill: [{ t: 0, v: 'red' }] } },
      'keyframes.fill: layers of type image have no fill that can change: only shapes and texts do',
    ],
    [
      {
        keyframes: {
          x: [
            { t: 1, v: 5 },
            { t: 1, v: 6 },
          ],
        },
      },
      'keyframes.x: must be in the order of their times, each later than the one before',
    ],
    [
      { animations: [{ type: 'slide', easing: 'springy' }] },
      'animations[0].easing: must be one of linear, ease-in, ease-out, ease-in-out, back, elastic, bounce or "cubic-bezier(0.3, 0, 0.2, 1)"',
    ],
    [
      { animations: [{ type: 'slide', easing: 'cubic-bezier(2, 0, 0, 1)' }] },
      'animations[0].easing: must be one of linear, ease-in, ease-out, ease-in-out, back, elastic, bounce or "cubic-bezier(0.3, 0, 0.2, 1)"',
    ],
    [{ type: 'caption', cues: [{ start: 2, end: 1, text: 'a' }] }, 'cues[0].end: must be later than start'],
  ])('%j', (layer, fault) => {
    expect(layerFaults(layer)).toEqual([fault]);
  });

  test('and what it can follow is not', () => {
    const animations = [
      { type: 'bounce', at: 1.5 },
      { type: 'scale', at: 0, to: 1.3, easing: 'cubic-bezier(0.3, -1, 0.2, 2)' },
      { type: 'lines', direction: 'left' },
    ];
    const keyframes = { x: [{ t: 0, v: '5 vmin' }], fill: [{ t: 0, v: '{{colour}}' }] };
    expect(layerFaults({ type: 'text', text: 'a', animations, keyframes, span: 'to_end' })).toEqual([]);
  });
});

describe('a scene', () => {
  test('of a wrong length or with a wrong condition is refused', () => {
    expect(faults([{ duration: 'long' }, { duration: 601 }, { visible: 'member' }])).toEqual([
      'scenes[0].duration: must be a number of seconds, "auto" or a variable such as "{{seconds}}"',
      expect.stringMatching(/^scenes\[1\]\.duration: /),
      'scenes[2].visible: must be true, false or a condition with a variable such as "{{member}}"',
    ]);
  });

  test('whose length only the row knows may have any transition', () => {
    const transition = { type: 'fade', duration: 3 };
    expect(faults([{ duration: 'auto' }, { duration: '{{seconds}}', transition }])).toEqual([]);
    expect(faults([{ duration: 'auto' }, { duration: 4, transition }])).toEqual([
      'scenes[1].transition.duration: is longer than half of the shorter scene beside it: 2 s at most',
    ]);
  });

  test('gives its own variables first, then those of its sounds, then those of its layers', () => {
    const template = videoTemplate(
      [
        {
          layers: [{ type: 'text', text: '{{f}}', keyframes: { fill: [{ t: 0, v: '{{g}}' }] } }],
          audio: [{ src: '{{d}}' }, { src: '{{e}}' }],
          visible: "{{c}} == 'yes' or {{a}}",
          background: '{{b}}',
          duration: '{{a}}',
        },
      ],
      { examples: { d: 'asset:voice.mp3' } },
    );
    expect(
      templateVariables(template)
        .map(({ name }) => name)
        .join(''),
    ).toBe('abcdefg');
    expect(templateVariables(template)[3]).toEqual({ name: 'd', exampleValue: 'asset:voice.mp3' });
  });

  test('that is left out is not filled: what is in it cannot be wrong', () => {
    const template = videoTemplate([
      { id: 'a', visible: '{{shown}}', layers: [{ type: 'image', src: '{{photo}}' }] },
    ]);
    const fill = (shown: string) =>
      fillTemplate(template, new Map(Object.entries({ shown, photo: 'no url' })));
    expect(fill('no').scenes[0]).toMatchObject({ visible: false, layers: [] });
    expect(() => fill('yes')).toThrow(
      'Scene "a", layer "1 (image)" (variable "photo"): src must be an https:// URL',
    );
  });

  test('a sound that is no source fails the row by name', () => {
    const template = videoTemplate([{ id: 'a', audio: [{ name: 'voice', src: '{{voice}}' }] }]);
    const fill = (voice: string) =>
      fillTemplate(template, new Map([['voice', voice]])).scenes[0]?.audio[0]?.src;
    expect([fill('asset:v.mp3'), fill('')]).toEqual(['asset:v.mp3', '']);
    expect(() => fill('v.mp3')).toThrow(
      'Scene "a", layer "voice" (variable "voice"): src must be an https:// URL',
    );
  });
});

test('a film needs nothing but its scenes: everything has a default', () => {
  const { scenes, loudness, output, soundtrack } = videoTemplate([{ layers: [{ type: 'caption' }] }]);
  expect({ loudness, output, soundtrack }).toEqual({
    loudness: -14,
    output: { format: 'mp4', quality: 'medium', max_width: null, max_height: null },
    soundtrack: null,
  });
  expect(scenes[0]).toMatchObject({
    duration: 'auto',
    visible: true,
    audio: [],
    transition: { type: 'cut', duration: 0.5, easing: null, direction: 'left', audio: 'crossfade' },
  });
});
