import { z } from 'zod';
import { colourSchema, lengthSchema, sourceSchema } from '../values.ts';
import { textLayerSchema } from './text.ts';

const wordSchema = z.strictObject({
  start: z.number().min(0),
  end: z.number().positive(),
  text: z.string().max(200).default(''),
});

const cueSchema = z
  .strictObject({
    /** Seconds from the layer's start. */
    start: z.number().min(0),
    end: z.number().positive(),
    text: z.string().max(2_000).default(''),
    /**
     * When each word is said: it is marked until its `end`, or over a short pause until the next one. Without them the cue's
     * time is shared out by their length.
     */
    words: z.array(wordSchema).max(500).default([]),
  })
  .refine(({ start, end }) => end > start, { path: ['end'], message: 'must be later than start' });

const { type: _, text: _text, variable, bind, ...style } = textLayerSchema.shape;

/** Subtitles, in video templates only: styled as a text is, in the lower part of the frame unless told otherwise. */
export const captionLayerSchema = z.strictObject({
  ...style,
  type: z.literal('caption'),
  variable,
  bind,
  x: lengthSchema.default('5%'),
  y: lengthSchema.default('70%'),
  width: lengthSchema.default('90%'),
  height: lengthSchema.default('25%'),
  /** An SRT or WebVTT file; comes before `cues`. */
  src: sourceSchema.default(''),
  cues: z.array(cueSchema).max(5_000).default([]),
  /** `line`: a cue as a whole. `word`: the word that is being said in `highlight_color`. */
  mode: z.enum(['line', 'word']).default('line'),
  highlight_color: colourSchema.default('#ffd60a'),
  font_size: textLayerSchema.shape.font_size.unwrap().default('5 vmin'),
  font_weight: textLayerSchema.shape.font_weight.unwrap().default(700),
  color: colourSchema.default('#ffffff'),
  align: textLayerSchema.shape.align.unwrap().default('center'),
  valign: textLayerSchema.shape.valign.unwrap().default('bottom'),
  overflow: textLayerSchema.shape.overflow.unwrap().default('shrink'),
});
