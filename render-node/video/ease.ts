import { bezierNumbers, type EasingName, isEasingName } from '../../contract/template/easing.ts';

/**
 * @param easing a name or a `cubic-bezier(…)` of the template.
 * @param share of the time that has passed, 0–1.
 * @returns the share of the way, 0 and 1 at its ends; `back`, `elastic` and some curves go beyond in between.
 */
export function ease(easing: string, share: number): number {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  if (isEasingName(easing)) return NAMED[easing](share);
  const [x1, y1, x2, y2] = bezierNumbers(easing) ?? [0, 0, 1, 1];
  return bezier(y1, y2, timeOf(share, x1, x2));
}

const NAMED: Record<EasingName, (share: number) => number> = {
  linear: (t) => t,
  'ease-in': (t) => t ** 3,
  'ease-out': (t) => 1 - (1 - t) ** 3,
  'ease-in-out': (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2),
  back: (t) => 1 + 2.70158 * (t - 1) ** 3 + 1.70158 * (t - 1) ** 2,
  elastic: (t) => 1 + 2 ** (-10 * t) * Math.sin((10 * t - 0.75) * ((2 * Math.PI) / 3)),
  bounce,
};

/** Falls, and hops three times, each lower than the one before. */
function bounce(t: number): number {
  const hop = [
    { until: 1 / 2.75, middle: 0, height: 0 },
    { until: 2 / 2.75, middle: 1.5 / 2.75, height: 0.75 },
    { until: 2.5 / 2.75, middle: 2.25 / 2.75, height: 0.9375 },
    { until: 1, middle: 2.625 / 2.75, height: 0.984375 },
  ].find(({ until }) => t < until);
  return hop ? 7.5625 * (t - hop.middle) ** 2 + hop.height : 1;
}

function bezier(first: number, second: number, t: number): number {
  return 3 * first * t * (1 - t) ** 2 + 3 * second * t ** 2 * (1 - t) + t ** 3;
}

/** Where on its way the curve has reached `x`; by halving, since it only grows. */
function timeOf(x: number, x1: number, x2: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (bezier(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
