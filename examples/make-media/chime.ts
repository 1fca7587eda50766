/** The news chime: three bells, the last one rings out. Left and right, within ±1; 48 kHz. */
const SAMPLE_RATE = 48_000;
const SECONDS = 2.4;
const BELLS = [
  { at: 0, hertz: 659.26 },
  { at: 0.22, hertz: 783.99 },
  { at: 0.44, hertz: 1_046.5 },
];
/** A bell's partials: not quite harmonic, the higher ones softer and shorter. */
const PARTIALS = [
  { times: 1, loud: 0.5, fades: 2.2 },
  { times: 2.01, loud: 0.2, fades: 3.4 },
  { times: 2.99, loud: 0.12, fades: 5 },
  { times: 5.4, loud: 0.05, fades: 9 },
];

export function newsChime(): [Float32Array, Float32Array] {
  const left = new Float32Array(SECONDS * SAMPLE_RATE);
  for (let at = 0; at < left.length; at++) {
    const time = at / SAMPLE_RATE;
    for (const bell of BELLS) {
      const rung = time - bell.at;
      if (rung < 0) continue;
      const strike = Math.min(1, rung / 0.004);
      for (const { times, loud, fades } of PARTIALS)
        left[at]! +=
          strike * loud * Math.exp(-fades * rung) * Math.sin(2 * Math.PI * bell.hertz * times * rung) * 0.7;
    }
    left[at]! *= Math.min(1, (SECONDS - time) / 0.3);
  }
  return [left, left.slice()];
}
