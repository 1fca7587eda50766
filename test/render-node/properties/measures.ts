/** What can be seen and heard of a render, as numbers and words that cases state. */
import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import type { Template } from '../../../contract/template/template.ts';
import { templateVariables } from '../../../contract/template/variables.ts';
import { SAMPLE_RATE } from '../../../render-node/audio/plan-audio.ts';
import type { RawImage } from '../../support/image.ts';
import { averageColour, decodeImage } from '../../support/image.ts';
import { type InkBox, type IsInk, inkBox, inkOf, lineBoxes } from '../../support/ink.ts';
import { probe } from '../../support/probe.ts';
import { readCodes } from '../../support/read-codes.ts';
import { type Hex, rgb } from './colours.ts';
import type { Shown } from './show.ts';

export type Value = number | string | number[];

export interface Measure {
  of(shown: Shown): Promise<Value>;
  /** How far each number may be from what is expected. */
  within: number;
}

function ofPicture(within: number, measure: (image: RawImage) => Value | Promise<Value>): Measure {
  return { within, of: async (shown) => measure(await shown.picture()) };
}

/** The same measure of another frame of a video. */
export function atFrame(frame: number, { within, of }: Measure): Measure {
  return { within, of: (shown) => of({ ...shown, picture: () => shown.picture(frame) }) };
}

/** `[x, y, width, height]` of all that is painted, or of what has one colour. */
export function box(colour?: Hex): Measure {
  return ofPicture(2, (image) => {
    const { x, y, width, height } = inkBox(image, inkOfColour(colour));
    return width === 0 ? [] : [x, y, width, height];
  });
}

export type Side = 'x' | 'y' | 'width' | 'height' | 'right' | 'bottom';

/** One figure of that box. */
export function extent(side: Side, colour?: Hex): Measure {
  return ofPicture(2, (image) => {
    const ink = inkBox(image, inkOfColour(colour));
    return { ...ink, right: ink.x + ink.width, bottom: ink.y + ink.height }[side];
  });
}

/** Pixels that are painted, or have one colour. */
export function amount(colour?: Hex, part?: InkBox): Measure {
  return ofPicture(3, (image) => inkOf(image, inkOfColour(colour), part));
}

/** The colour around a point: `[red, green, blue]`. */
export function colourAt(x: number, y: number): Measure {
  return ofPicture(8, (image) => averageColour(image, { x, y, width: 1, height: 1 }).slice(0, 3));
}

/** How many lines there are, with white between them. */
export function lines(): Measure {
  return ofPicture(0, (image) => lineBoxes(image).length);
}

/** What a decoder reads from the codes in it, such as `QRCode x`. */
export function codes(): Measure {
  return ofPicture(0, async (image) => (await readCodes(image)).join(', '));
}

/** The colour at a point of what is painted, by its shares of that box. */
export function colourIn(across: number, down: number): Measure {
  return ofPicture(40, (image) => {
    const { x, y, width, height } = inkBox(image);
    const at = { x: x + Math.floor(across * (width - 1)), y: y + Math.floor(down * (height - 1)) };
    return averageColour(image, { ...at, width: 1, height: 1 }).slice(0, 3);
  });
}

/** Any other figure of the picture. */
export function figure(within: number, measure: (image: RawImage) => Value): Measure {
  return ofPicture(within, measure);
}

/** The box around all ink of a part. */
export function inPart(image: RawImage, part?: InkBox): InkBox {
  return inkBox(image, painted, part);
}

/** On which side of a box something of a colour stands; `over` it when on none. */
export function sideOf(place: InkBox, colour: Hex): Measure {
  return ofPicture(0, (image) => {
    const ink = inkBox(image, inkOfColour(colour));
    const slack = 3;
    if (ink.x >= place.x + place.width - slack) return 'right';
    if (ink.x + ink.width <= place.x + slack) return 'left';
    if (ink.y >= place.y + place.height - slack) return 'bottom';
    return ink.y + ink.height <= place.y + slack ? 'top' : 'over';
  });
}

/** A letter for each frame of a video: `#` where a colour shows, `-` where it does not. */
export function framesWith(colour: Hex): Measure {
  return {
    within: 0,
    async of(shown) {
      const { timeline } = await shown.prepared();
      let frames = '';
      for (let frame = 0; frame < timeline.frames; frame++)
        frames += inkOf(await shown.picture(frame), inkOfColour(colour)) > 0 ? '#' : '-';
      return frames;
    },
  };
}

/** How loud the sound of a video is between two moments, in seconds: the root of its mean square, of its left side. */
export function level(from: number, to: number): Measure {
  return {
    within: 0.015,
    async of(shown) {
      const samples = (await samplesOf(shown)).subarray(from * SAMPLE_RATE, to * SAMPLE_RATE);
      return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / Math.max(1, samples.length));
    },
  };
}

const run = promisify(execFile);

async function samplesOf(shown: Shown): Promise<Float32Array> {
  const file = await shown.sound();
  if (file === null) return new Float32Array();
  const args = ['-v', 'error', '-i', file, '-map', '0:a:0', '-f', 'f32le', '-ac', '1', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

/** Width and height of the picture. */
export function size(): Measure {
  return ofPicture(0, ({ width, height }) => [width, height]);
}

/** What an image is handed out as: its kind, its bytes or its pixels across. */
export function encoded(what: 'format' | 'bytes' | 'width'): Measure {
  return {
    within: 0,
    async of(shown) {
      const file = await shown.encoded();
      const { format, width } = await sharp(file).metadata();
      return { format, bytes: file.length, width }[what];
    },
  };
}

/** What a video is handed out as. */
export function filmed(what: 'container' | 'bytes' | 'width' | 'height' | 'fps'): Measure {
  return {
    within: 0,
    async of(shown) {
      const { file } = await shown.film();
      const { streams, format } = await probe(file);
      const { codec_name, width, height, avg_frame_rate } = streams.find(
        ({ codec_type }) => codec_type === 'video',
      )!;
      const [frames = 0, seconds = 1] = String(avg_frame_rate).split('/').map(Number);
      const container = `${extname(file).slice(1)} ${codec_name}`;
      return {
        container,
        bytes: Number(format.size),
        width: Number(width),
        height: Number(height),
        fps: frames / seconds,
      }[what];
    },
  };
}

/** The colour of a video's thumbnail a tenth of its width from the right edge, in the middle of its height. */
export function thumbnail(): Measure {
  return {
    within: 12,
    async of(shown) {
      const image = await decodeImage((await shown.film()).thumbnail);
      const at = { x: Math.floor(image.width * 0.9), y: Math.floor(image.height / 2) };
      return averageColour(image, { ...at, width: 1, height: 1 }).slice(0, 3);
    },
  };
}

/** A field of the document as it is stored. */
export function stored(of: (template: Template) => unknown): Measure {
  return { within: 0, of: async (shown) => String(of(shown.template())) };
}

/** What the schema shows for each variable. */
export function exampleValues(): Measure {
  return {
    within: 0,
    of: async (shown) =>
      templateVariables(shown.template())
        .map(({ exampleValue }) => exampleValue)
        .join(', '),
  };
}

/** Why it is not stored or fails; empty when it is drawn. */
export function refusal(pattern = /^.*$/s): Measure {
  return {
    within: 0,
    async of(shown) {
      const message = await shown.refusal();
      return pattern.exec(message)?.at(-1) ?? `other: ${message}`;
    },
  };
}

/** Why its sound cannot be made. */
export function soundRefusal(pattern: RegExp): Measure {
  return {
    within: 0,
    async of(shown) {
      const message = await shown.sound().then(
        () => '',
        (error: Error) => error.message,
      );
      return pattern.exec(message)?.at(-1) ?? `other: ${message}`;
    },
  };
}

/** What the customer is told of a row that succeeds. */
export function notes(): Measure {
  return { within: 0, of: async (shown) => (await shown.notes()).join('\n') };
}

/** Nearly white is nothing. */
const painted: IsInk = (red, green, blue) => red + green + blue <= 700;

function inkOfColour(colour: Hex | undefined): IsInk {
  if (!colour) return painted;
  const [red, green, blue] = rgb(colour);
  return (r, g, b) => Math.max(Math.abs(r - red!), Math.abs(g - green!), Math.abs(b - blue!)) <= 48;
}
