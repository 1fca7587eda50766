/**
 * The greeting's tune, played by these few instruments and no sample: four bars at 80 beats a minute, one bar for each
 * scene of three seconds, and a last chord to ring out. Stereo, 48 kHz.
 */
import { seededRandom } from './seeded-random.ts';

export const SAMPLE_RATE = 48_000;
const BEAT = 60 / 80;
const BEATS = 20;
const LENGTH = Math.round(BEATS * BEAT * SAMPLE_RATE);

/** Semitones from A4 = 440 Hz; notes are written as `C4`, `F#3`. */
const STEPS: Record<string, number> = { C: -9, D: -7, E: -5, F: -4, G: -2, A: 0, B: 2 };

interface Chord {
  beat: number;
  beats: number;
  bass: string;
  notes: [string, string, string, string];
}

const CHORDS: Chord[] = [
  { beat: 0, beats: 2, bass: 'C2', notes: ['C4', 'E4', 'G4', 'B4'] },
  { beat: 2, beats: 2, bass: 'A1', notes: ['C4', 'E4', 'G4', 'A4'] },
  { beat: 4, beats: 2, bass: 'F1', notes: ['C4', 'E4', 'F4', 'A4'] },
  { beat: 6, beats: 2, bass: 'G1', notes: ['B3', 'D4', 'G4', 'A4'] },
  { beat: 8, beats: 2, bass: 'E1', notes: ['B3', 'E4', 'G4', 'D5'] },
  { beat: 10, beats: 2, bass: 'A1', notes: ['C4', 'E4', 'G4', 'E5'] },
  { beat: 12, beats: 2, bass: 'D2', notes: ['C4', 'F4', 'A4', 'E5'] },
  { beat: 14, beats: 2, bass: 'G1', notes: ['B3', 'F4', 'A4', 'D5'] },
  { beat: 16, beats: 4, bass: 'C2', notes: ['C4', 'E4', 'G4', 'D5'] },
];

/** A tune over the chords: start and length in beats. */
const MELODY: [note: string, beat: number, beats: number][] = [
  ['G5', 0.5, 0.5], ['E5', 1, 1], ['D5', 2, 0.5], ['E5', 2.5, 1.5],
  ['A5', 4.5, 0.5], ['G5', 5, 1], ['D5', 6, 0.5], ['B4', 6.5, 1.5],
  ['B5', 8.5, 0.5], ['G5', 9, 1], ['E5', 10, 0.5], ['C5', 10.5, 1.5],
  ['F5', 12, 0.5], ['A5', 12.5, 0.5], ['C6', 13, 1], ['B5', 14, 1], ['G5', 15, 1], ['E5', 16, 3],
]; // biome-ignore format: a staff to read across

/** Left and right, within ±1. */
export function composeTune(): [left: Float32Array, right: Float32Array] {
  const dry = newTrack();
  for (const chord of CHORDS) {
    pad(dry, chord);
    bass(dry, chord);
    arpeggio(dry, chord);
  }
  for (const [note, beat, beats] of MELODY) bell(dry, note, beat, beats);
  shaker(dry);
  return master(withRoom(dry));
}

type Track = [left: Float32Array, right: Float32Array];

function newTrack(): Track {
  return [new Float32Array(LENGTH), new Float32Array(LENGTH)];
}

function pitch(note: string): number {
  const [, name = 'A', sharp, octave = '4'] = /^([A-G])(#?)(\d)$/.exec(note) ?? [];
  const semitones = (STEPS[name] ?? 0) + (sharp ? 1 : 0) + (Number(octave) - 4) * 12;
  return 440 * 2 ** (semitones / 12);
}

/** Adds `wave`, a function of the seconds since its start, to both sides; `pan` runs from 0 (left) to 1 (right). */
function play(
  [left, right]: Track,
  { beat, seconds, pan }: { beat: number; seconds: number; pan: number },
  wave: (t: number) => number,
): void {
  const start = Math.round(beat * BEAT * SAMPLE_RATE);
  const end = Math.min(LENGTH, start + Math.round(seconds * SAMPLE_RATE));
  const [gainLeft, gainRight] = [Math.cos((pan * Math.PI) / 2), Math.sin((pan * Math.PI) / 2)];
  for (let at = start; at < end; at++) {
    const value = wave((at - start) / SAMPLE_RATE);
    left[at]! += value * gainLeft;
    right[at]! += value * gainRight;
  }
}

/** Slow strings: each note twice, slightly apart, with a soft rise and fall. */
function pad(track: Track, { beat, beats, notes }: Chord): void {
  const seconds = beats * BEAT + 0.7;
  for (const [index, note] of notes.entries())
    for (const detune of [-0.9, 0.9]) {
      const turn = (pitch(note) / 2 + detune * 0.35) * Math.PI * 2;
      play(track, { beat, seconds, pan: 0.5 + detune * 0.35 }, (t) => {
        const swell = Math.min(1, t / 0.5) * Math.min(1, (seconds - t) / 0.7);
        const tone =
          Math.sin(turn * t) + 0.42 * Math.sin(turn * 2 * t + index) + 0.16 * Math.sin(turn * 3 * t);
        return 0.032 * swell * tone;
      });
    }
}

function bass(track: Track, { beat, beats, bass: note }: Chord): void {
  const turn = pitch(note) * 2 * Math.PI * 2;
  for (const [offset, length] of beats > 2
    ? [[0, 4]]
    : ([
        [0, 1.5],
        [1.5, 0.5],
      ] as const)) {
    // biome-ignore format: pairs
    const seconds = (length ?? 1) * BEAT;
    play(track, { beat: beat + (offset ?? 0), seconds, pan: 0.5 }, (t) => {
      const swell = Math.min(1, t / 0.012) * Math.exp(-t * 1.3) * Math.min(1, (seconds - t) / 0.04);
      return 0.1 * swell * (Math.sin(turn * t) + 0.35 * Math.sin(turn * 2 * t) * Math.exp(-t * 5));
    });
  }
}

/** A plucked string (Karplus and Strong): noise that circles through a short, softening delay line. */
function arpeggio(track: Track, { beat, beats, notes }: Chord): void {
  const order = [0, 2, 1, 3, 2, 3, 1, 2];
  for (let step = 0; step < Math.min(beats, 2) * 4; step++) {
    const note = notes[order[step % order.length]!]!;
    const string = pluckedString(pitch(note), beat * 16 + step);
    const loud = 0.65 * (step % 4 === 0 ? 1 : 0.72);
    play(
      track,
      { beat: beat + step / 4, seconds: 1.4, pan: 0.3 + 0.4 * ((step % 4) / 3) },
      (t) => loud * string() * Math.min(1, (1.4 - t) / 0.2),
    );
  }
}

function pluckedString(frequency: number, seed: number): () => number {
  const random = seededRandom(1000 + seed);
  const line = new Float32Array(Math.ceil(SAMPLE_RATE / frequency));
  let last = 0;
  for (const index of line.keys()) {
    // A soft fingertip rather than a pick: the noise itself is smoothed.
    last = last * 0.55 + (random() * 2 - 1) * 0.45;
    line[index] = last;
  }
  let at = 0;
  const vibrate = () => {
    const value = line[at]!;
    const next = (at + 1) % line.length;
    line[at] = (value + line[next]!) * 0.4975;
    at = next;
    return value;
  };
  // A line of whole samples is slightly flat (its averaging adds half a sample): it is read that much faster.
  const speed = (frequency * (line.length + 0.5)) / SAMPLE_RATE;
  let [before, now, between] = [vibrate(), vibrate(), 0];
  return () => {
    for (between += speed; between >= 1; between--) [before, now] = [now, vibrate()];
    return before + (now - before) * between;
  };
}

/** An electric piano: one sine bends another, most at the stroke. */
function bell(track: Track, note: string, beat: number, beats: number): void {
  const turn = pitch(note) * Math.PI * 2;
  const seconds = beats * BEAT + 0.9;
  play(track, { beat, seconds, pan: 0.56 }, (t) => {
    const swell = Math.min(1, t / 0.006) * Math.exp(-t * 2.1) * Math.min(1, (seconds - t) / 0.15);
    const tremble = 1 + 0.12 * Math.sin(t * Math.PI * 2 * 5);
    return 0.1 * swell * tremble * Math.sin(turn * t + 1.5 * Math.exp(-t * 6) * Math.sin(turn * 2 * t));
  });
}

/** Off-beat grains of high noise from the second bar to the end of the fourth. */
function shaker(track: Track): void {
  for (let beat = 4; beat < 16; beat += 0.5) {
    const random = seededRandom(500 + beat * 2);
    const loud = beat % 1 === 0 ? 0.016 : 0.034;
    let before = 0;
    play(track, { beat, seconds: 0.16, pan: 0.62 }, (t) => {
      const noise = random() * 2 - 1;
      const bright = noise - before;
      before = noise;
      return loud * bright * Math.min(1, t / 0.012) * Math.exp(-t * 26);
    });
  }
}

/** Four combs and two all-passes on each side (after Schroeder): a small room. */
function withRoom([left, right]: Track): Track {
  const wet = (side: Float32Array, spread: number) => {
    const sum = new Float32Array(LENGTH);
    for (const delay of [1687, 1601, 2053, 2251]) addComb(side, sum, delay + spread, 0.76);
    return allPass(allPass(sum, 347 + spread), 113 + spread);
  };
  const [wetLeft, wetRight] = [wet(left, 0), wet(right, 23)];
  return [
    left.map((dry, at) => dry + wetLeft[at]! * 0.075),
    right.map((dry, at) => dry + wetRight[at]! * 0.075),
  ];
}

function addComb(input: Float32Array, sum: Float32Array, delay: number, feedback: number): void {
  const line = new Float32Array(delay);
  let dull = 0;
  for (let at = 0; at < LENGTH; at++) {
    const value = line[at % delay]!;
    dull = dull * 0.35 + value * 0.65;
    line[at % delay] = input[at]! + dull * feedback;
    sum[at]! += value;
  }
}

function allPass(input: Float32Array, delay: number): Float32Array {
  const line = new Float32Array(delay);
  return input.map((value, at) => {
    const late = line[at % delay]!;
    line[at % delay] = value + late * 0.6;
    return late - value * 0.6;
  });
}

/** The loudest moment at 0.75, peaks rounded off; the last half second fades to nothing. */
function master([left, right]: Track): Track {
  let peak = 0;
  for (const side of [left, right]) for (const value of side) peak = Math.max(peak, Math.abs(value));
  const shape = (value: number, at: number) =>
    (Math.tanh((value / peak) * 0.9) / Math.tanh(0.9)) *
    0.75 *
    Math.min(1, (LENGTH - at) / (SAMPLE_RATE / 2));
  return [left.map(shape), right.map(shape)];
}
