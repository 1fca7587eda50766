import { BLUE } from '../colours.ts';
import { amount, atFrame, extent } from '../measures.ts';
import { type Cases, joinCases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { type LayerCase, SAMPLES } from './layer-samples.ts';
import { LETTERS, typographyCases } from './typography-cases.ts';

export function textCases(): Cases {
  return joinCases(
    typographyCases(SAMPLES.text, (text) => ({ text })),
    casesOf(SAMPLES.text, {
      text: [
        {
          from: { ...LETTERS, text: 'Hi' },
          to: { text: 'Hello, you' },
          see: extent('width'),
          is: { least: 70 },
        },
      ],
      variable: [
        {
          from: { ...LETTERS, text: 'Hi' },
          to: { variable: 'v' },
          row: { v: 'Hello, you' },
          see: extent('width'),
          is: { least: 70 },
        },
      ],
    }),
    casesOf(SAMPLES.text, animationCases(), 'video'),
  );
}

/** Ten frames: the fifth is sampled at 0.45 of the way. */
function animationCases(): Record<string, LayerCase[]> {
  const animated = (type: string, more: object = {}) => ({
    animations: [{ type, duration: 0.4, easing: 'linear', ...more }],
  });
  const letters = (text: string) => ({ ...LETTERS, text });
  const of = (text: string, to: object, see: LayerCase['see'], is: LayerCase['is'], before: object = {}) => [
    { from: { ...letters(text), ...before }, to, see: atFrame(4, see), is },
  ];
  const width = extent('width');
  return {
    'animations.type=typewriter': of('████', animated('typewriter'), width, (was: number) => was / 2),
    'animations.type=words': of('█ █ █ █', animated('words'), amount(BLUE), (was: number) => ({
      least: was / 5,
      most: was / 3,
    })),
    'animations.type=lines': of('█\n█\n█\n█', animated('lines'), extent('bottom'), (was: number) => ({
      most: was - 15,
    })),
    'animations.type=count': of('100', animated('count'), width, (was: number) => ({ most: was * 0.85 })),
    'animations.from': of(
      '100',
      animated('count', { from: 100 }),
      width,
      (was: number) => ({ least: was * 1.1 }),
      animated('count'),
    ),
  };
}
