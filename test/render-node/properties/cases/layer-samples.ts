/** A layer of each type that is one flat blue where the shared cases look: in the middle of its box. */
import { BLUE, type Hex, WHITE } from '../colours.ts';
import type { PropertyCase } from '../prove.ts';
import type { Row } from '../show.ts';

export const FRAME = { width: 120, height: 100 };
export const BOX = { x: 30, y: 30, width: 60, height: 40 };
/** Frames a second, and of a scene. */
export const FPS = 25;
export const FRAMES = 10;

export interface Sample {
  type: string;
  /** Clips and captions are for videos only. */
  kind: 'image' | 'video';
  fields: object;
}

export const SAMPLES = {
  text: {
    type: 'text',
    kind: 'image',
    fields: { text: '█', font_size: 16, color: BLUE, align: 'center', valign: 'middle' },
  },
  image: { type: 'image', kind: 'image', fields: { src: 'asset:blue' } },
  shape: { type: 'shape', kind: 'image', fields: { fill: BLUE } },
  qr: { type: 'qr', kind: 'image', fields: { data: 'x', color: BLUE, background: BLUE } },
  barcode: {
    type: 'barcode',
    kind: 'image',
    fields: { data: 'x', color: BLUE, background: BLUE, show_text: false },
  },
  rating: {
    type: 'rating',
    kind: 'image',
    fields: { value: 3, max: 3, icon: 'circle', color: BLUE, gap: 0 },
  },
  group: { type: 'group', kind: 'image', fields: { clip: true, layers: [{ type: 'shape', fill: BLUE }] } },
  video: { type: 'video', kind: 'video', fields: { src: 'asset:blue-clip' } },
  caption: {
    type: 'caption',
    kind: 'video',
    fields: { font_size: 24, color: BLUE, valign: 'middle', cues: [{ start: 0, end: 9, text: '█' }] },
  },
} as const satisfies Record<string, Sample>;

export interface LayerCase extends Pick<PropertyCase, 'see' | 'was' | 'is' | 'row'> {
  /** Fields of the layer in both documents, and those that are changed. */
  from?: object;
  to: object;
  /** Layers below it. */
  below?: object[];
  /** What everything stands on. */
  ground?: Hex;
  row?: Row;
  /** Fields of the template in both. */
  template?: object;
}

/** The two documents of a case about one layer. @param kind of the template; of the sample unless it says otherwise. */
export function layerCase(
  sample: Sample,
  { from, to, below = [], ground = WHITE, template, ...rest }: LayerCase,
  kind = sample.kind,
): PropertyCase {
  const document = (changed: object) => {
    const layers = [...below, { type: sample.type, ...BOX, ...sample.fields, ...from, ...changed }];
    return kind === 'image'
      ? picture(layers, ground, template)
      : film([{ layers, background: ground }], template);
  };
  return { before: document({}), after: document(to), ...rest };
}

export function picture(layers: object[], background: Hex = WHITE, more: object = {}): object {
  return { kind: 'image', name: 'Case', ...FRAME, background, layers, ...more };
}

/** @param scenes each of ten frames unless it says otherwise. */
export function film(scenes: object[], more: object = {}): object {
  const timed = scenes.map((scene) => ({ duration: FRAMES / FPS, background: WHITE, ...scene }));
  return { kind: 'video', name: 'Case', ...FRAME, fps: FPS, loudness: null, scenes: timed, ...more };
}

/** The box after a move. */
export function moved(dx: number, dy: number): (was: number[]) => number[] {
  return ([x = 0, y = 0, ...size]) => [x + dx, y + dy, ...size];
}
