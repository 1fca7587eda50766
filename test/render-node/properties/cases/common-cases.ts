/** What every layer has: its place, its visibility, its names and its variables. */
import { BLACK, BLUE, mixed, WHITE } from '../colours.ts';
import { amount, box, colourAt, refusal } from '../measures.ts';
import type { Cases } from '../prove.ts';
import { BOX, type LayerCase, layerCase, moved, type Sample } from './layer-samples.ts';

/** A border lies on the box's edge, so that whatever a layer shows its box is seen. */
const OUTLINED = { border: { color: BLACK, width: 2 } };
const PLACE = [BOX.x, BOX.y, BOX.width, BOX.height];

export function commonCases(sample: Sample): Cases {
  const cases: Record<string, LayerCase[]> = {
    x: [
      { from: OUTLINED, to: { x: 45 }, see: box(), was: PLACE, is: [45, 30, 60, 40] },
      { to: { x: '50%' }, see: box(BLUE), is: moved(30, 0) },
    ],
    y: [
      { from: OUTLINED, to: { y: 45 }, see: box(), was: PLACE, is: [30, 45, 60, 40] },
      { to: { y: '6 vmin' }, see: box(BLUE), is: moved(0, -24) },
    ],
    width: [{ from: OUTLINED, to: { width: 40 }, see: box(), was: PLACE, is: [30, 30, 40, 40] }],
    height: [{ from: OUTLINED, to: { height: 28 }, see: box(), was: PLACE, is: [30, 30, 60, 28] }],
    rotation: [{ from: OUTLINED, to: { rotation: 90 }, see: box(), was: PLACE, is: [40, 20, 40, 60] }],
    opacity: [{ to: { opacity: 0.5 }, see: colourAt(60, 50), is: mixed(BLUE, WHITE, 0.5) }],
    visible: [
      { to: { visible: false }, see: amount(), is: 0 },
      { to: { visible: '{{show}}' }, row: { show: 'no' }, see: amount(), is: 0 },
    ],
    bind: [{ to: { bind: { x: 'left' } }, row: { left: '45' }, see: box(BLUE), is: moved(15, 0) }],
    id: [{ ...FAILING, to: { id: 'badge' }, see: FAILING_LAYER, was: unnamed(sample), is: 'badge' }],
    name: [{ ...FAILING, to: { name: 'badge' }, see: FAILING_LAYER, was: unnamed(sample), is: 'badge' }],
    ...anchors(),
  };
  return casesOf(sample, cases);
}

/** Cases by property, of a sample's type. */
export function casesOf(sample: Sample, cases: Record<string, LayerCase[]>, kind = sample.kind): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([property, own]) => [
      `${sample.type}.${property}`,
      own.map((each) => layerCase(sample, each, kind)),
    ]),
  );
}

/** No number: the row fails and says where. */
const FAILING = { from: { bind: { x: 'left' } }, row: { left: 'abc' } };
const FAILING_LAYER = refusal(/layer "(.*?)"/i);

function unnamed({ type }: Sample): string {
  return `1 (${type})`;
}

const ANCHORS: Record<string, [left: number, top: number]> = {
  'top-left': [0, 0],
  top: [0.5, 0],
  'top-right': [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  'bottom-left': [0, 1],
  bottom: [0.5, 1],
  'bottom-right': [1, 1],
};

function anchors(): Record<string, LayerCase[]> {
  const inMiddle = { ...OUTLINED, x: 60, y: 50 };
  return Object.fromEntries(
    Object.entries(ANCHORS).map(([anchor, [left, top]]) => {
      const from = { ...inMiddle, anchor: anchor === 'center' ? 'top-left' : 'center' };
      const is = [60 - left * BOX.width, 50 - top * BOX.height, BOX.width, BOX.height];
      return [`anchor=${anchor}`, [{ from, to: { anchor }, see: box(), is }]];
    }),
  );
}
