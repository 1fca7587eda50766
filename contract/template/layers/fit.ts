import { z } from 'zod';

/** CSS `object-fit`, and `contain-blur`: the whole picture over a blurred, covering copy of itself. */
export const fitSchema = z.enum(['cover', 'contain', 'fill', 'none', 'contain-blur']);

const POSITION = /^\d+(\.\d+)?%\s+\d+(\.\d+)?%$/;

/** CSS `object-position`: which point of the media stays in view, e.g. `"50% 20%"`. */
export const focusSchema = z.string().regex(POSITION, 'must be two percentages such as "50% 20%"');

/** For pictures also `attention`: the part that draws the eye (skin, colour, contrast) stays in view. */
export const pictureFocusSchema = z
  .string()
  .refine(
    (text) => text === 'attention' || POSITION.test(text),
    'must be two percentages such as "50% 20%", or "attention"',
  );
