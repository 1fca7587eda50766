import { BLUE, GREEN, RED } from '../colours.ts';
import { amount, atFrame, framesWith } from '../measures.ts';
import { type Cases, joinCases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { type LayerCase, SAMPLES } from './layer-samples.ts';
import { typographyCases } from './typography-cases.ts';

export function captionCases(): Cases {
  const said = (text: string, more: object = {}) => ({ cues: [{ start: 0, end: 9, text, ...more }] });
  const cue = (more: object) => said('█', more);
  const see = framesWith(BLUE);
  const words = (second: object) => [
    { start: 0, end: 0.2, text: '█' },
    { start: 0.2, end: 0.4, text: '█', ...second },
  ];
  const spoken = (second: object) => ({ ...said('', { words: words(second) }), highlight_color: RED });
  const inWords = { ...spoken({}), mode: 'word', font_size: 12 };
  /** Of two words: which one is being said. */
  const second = (frame: number) => atFrame(frame, amount(RED, { x: 60, y: 0, width: 60, height: 100 }));
  const is = { least: 50 };
  return joinCases(
    typographyCases(SAMPLES.caption, said),
    casesOf(SAMPLES.caption, {
      src: [{ to: { src: 'asset:subtitles' }, see, was: '##########', is: '--###-----' }],
      variable: [{ to: { variable: 'v' }, row: { v: 'asset:subtitles' }, see, is: '--###-----' }],
      'cues.start': [{ to: cue({ start: 0.2 }), see, is: '-----#####' }],
      'cues.end': [{ to: cue({ end: 0.2 }), see, is: '#####-----' }],
      'cues.text': [
        {
          from: { ...said('█'), font_size: 12 },
          to: said('█\n█'),
          see: amount(BLUE),
          is: (was: number) => was * 2,
        },
      ],
      'cues.words.start': [{ from: inWords, to: spoken({ start: 0.08 }), see: second(3), was: 0, is }],
      'cues.words.end': [{ from: inWords, to: spoken({ end: 0.28 }), see: second(8), is: 0 }],
      'cues.words.text': [
        {
          from: inWords,
          to: spoken({ text: '███' }),
          see: atFrame(7, amount(RED)),
          is: (was: number) => ({ least: was * 2 }),
        },
      ],
      'mode=word': [{ from: spoken({}), to: { mode: 'word' }, see: second(7), was: 0, is }],
      'mode=line': [{ from: inWords, to: { mode: 'line' }, see: second(7), is: 0 }],
      highlight_color: [
        { from: inWords, to: { highlight_color: GREEN }, see: atFrame(7, amount(GREEN)), was: 0, is },
      ],
    } satisfies Record<string, LayerCase[]>),
  );
}
