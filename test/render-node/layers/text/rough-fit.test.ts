/** A text has the same size and the same lines whether its lines are measured at every size that is tried or not. */
import { expect, test } from 'vitest';
import { loadFontSet } from '../../../../render-node/fonts/font-set.ts';
import { layOutText, type TextLayoutRequest } from '../../../../render-node/layers/text/lay-out-text.ts';
import {
  createStyledRuler,
  createTextRuler,
  type StyledRuler,
} from '../../../../render-node/layers/text/text-ruler.ts';
import type { TextRun } from '../../../../render-node/layers/text/text-runs.ts';
import { randomFrom } from '../../../support/random.ts';

const WORDS = {
  Latin: 'We put together a short plan for your role AVATAR To. Wo-Ta "Týr" office ffi it’s 1,000 %',
  Greek: 'Το γρήγορο καφέ αλεπού ΑΥΤΟ',
  Arabic: 'مرحبا بالعالم هذا نص طويل جدا لكي ينكسر',
  Hindi: 'यह एक लंबा वाक्य है जो टूटता है क्षत्रिय',
  Thai: 'ภาษาไทยไม่มีช่องว่างระหว่างคำ สวัสดี',
  Chinese: '我们为您的职位制定了一个简短的计划。',
  emoji: '👩‍👩‍👧 go 🏳️‍🌈 stop 🇨🇭 yes',
};

test.each(Object.entries(WORDS))('%s', (_, words) => {
  const random = randomFrom(11);
  const fonts = loadFontSet();
  const looked = { exactly: 0, roughly: 0 };
  for (let trial = 0; trial < 150; trial++) {
    const text = Array.from({ length: random.whole(1, 14) }, () => random.pick(words.split(' '))).join(' ');
    const accent = random.whole(1, 3) === 1 ? ` ${random.pick(words.split(' '))}` : '';
    const choices = [400, 800].map((weight) =>
      fonts.choose({ families: ['Inter'], weight, italic: false, text: text + accent }),
    );
    const rulers = choices.map((choice) => createTextRuler({ ...choice, letterSpacing: 0 }));
    const ruler = createStyledRuler(rulers, 0);
    const runs: TextRun[] = [{ text, style: 0 }, ...(accent ? [{ text: accent, style: 1 }] : [])];
    const request: TextLayoutRequest = {
      runs,
      box: { width: random.whole(60, 700), height: random.whole(20, 260) },
      smallest: random.pick([8, 14]),
      largest: random.whole(20, 90),
      lineHeight: random.pick([1, 1.2, 1.5]),
      wrap: random.pick(['word', 'word', 'char', 'none']),
      overflow: 'shrink',
      maxLines: random.pick([null, null, 1, 2]),
      direction: 'auto',
    };
    const exact = layOutText(request, counted({ ...ruler, addsUp: false }, looked, 'exactly'));
    expect(layOutText(request, counted(ruler, looked, 'roughly')), JSON.stringify(request)).toEqual(exact);
  }
  expect(looked.roughly).toBeLessThan(looked.exactly);
});

/** Counts the lines and words that are measured. */
function counted(
  ruler: StyledRuler,
  looked: Record<'exactly' | 'roughly', number>,
  how: 'exactly' | 'roughly',
): StyledRuler {
  return {
    ...ruler,
    width(runs, size) {
      looked[how]++;
      return ruler.width(runs, size);
    },
  };
}
