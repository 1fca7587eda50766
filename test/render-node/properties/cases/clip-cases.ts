import { BLUE, GREEN, RED, rgb, WHITE } from '../colours.ts';
import { amount, box, colourAt, framesWith, level, refusal } from '../measures.ts';
import type { Cases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { SAMPLES } from './layer-samples.ts';

export function clipCases(): Cases {
  // Five frames each of red, green and blue.
  const colours = { src: 'asset:colours-clip' };
  const bands = { src: 'asset:bands-clip' };
  const missing = { src: 'asset:none' };
  const refused =
    'Scene "1", layer "1 (video)": the clip "none" does not exist: no asset of that name was uploaded';
  const fits = {
    cover: [40, 30, 40, 40],
    contain: [50, 40, 20, 20],
    fill: [50, 30, 20, 40],
    none: [45, 35, 30, 30],
  };
  /** One red frame and four green ones, of ten. */
  const short = { ...colours, trim_start: 0.16, trim_duration: 0.2 };
  const shortOnes = { freeze: '-#########', loop: '-####-####', hide: '-####-----' };
  return casesOf(SAMPLES.video, {
    src: [{ to: colours, see: colourAt(60, 50), was: rgb(BLUE), is: rgb(RED) }],
    variable: [
      { to: { variable: 'v' }, row: { v: 'asset:colours-clip' }, see: colourAt(60, 50), is: rgb(RED) },
      { to: { variable: 'v' }, see: amount(), is: 0 },
    ],
    radius: [{ to: { radius: 20 }, see: colourAt(31, 31), was: rgb(BLUE), is: rgb(WHITE) }],
    focus: [
      { from: bands, to: { focus: '0% 50%' }, see: box(RED), was: [30, 30, 10, 40], is: [30, 30, 40, 40] },
    ],
    trim_start: [
      { from: colours, to: { trim_start: 0.2 }, see: framesWith(BLUE), was: '----------', is: '-----#####' },
    ],
    trim_duration: [
      {
        from: colours,
        to: { trim_duration: 0.2 },
        see: framesWith(GREEN),
        was: '-----#####',
        is: '----------',
      },
    ],
    speed: [{ from: colours, to: { speed: 2 }, see: framesWith(BLUE), is: '-----#####' }],
    volume: [
      {
        from: { src: 'asset:loud-clip' },
        to: { volume: 0.5 },
        see: level(0.1, 0.3),
        is: (was: number) => was / 2,
      },
    ],
    'on_error=fail': [
      {
        from: { ...missing, on_error: 'hide' },
        to: { on_error: 'fail' },
        see: refusal(),
        was: '',
        is: refused,
      },
    ],
    'on_error=hide': [
      {
        from: { ...missing, on_error: 'fail' },
        to: { on_error: 'hide' },
        see: refusal(),
        was: refused,
        is: '',
      },
    ],
    ...Object.fromEntries(
      Object.entries(fits).map(([fit, is]) => {
        const from = { ...bands, fit: fit === 'fill' ? 'cover' : 'fill' };
        return [`fit=${fit}`, [{ from, to: { fit }, see: box(GREEN), is }]];
      }),
    ),
    ...Object.fromEntries(
      Object.entries(shortOnes).map(([when_short, is]) => {
        const from = { ...short, when_short: when_short === 'hide' ? 'freeze' : 'hide' };
        return [`when_short=${when_short}`, [{ from, to: { when_short }, see: framesWith(GREEN), is }]];
      }),
    ),
  });
}
