/** How a change runs from its beginning to its end. */
import { z } from 'zod';

const EASINGS = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'back', 'elastic', 'bounce'] as const;
export type EasingName = (typeof EASINGS)[number];

const CUBIC_BEZIER = /^cubic-bezier\(([^()]*)\)$/;

/** One of the names, or CSS `cubic-bezier(x1, y1, x2, y2)`. */
export const easingSchema = z
  .string()
  .refine(
    (text) => isEasingName(text) || bezierNumbers(text) !== null,
    `must be one of ${EASINGS.join(', ')} or "cubic-bezier(0.3, 0, 0.2, 1)"`,
  );

export function isEasingName(text: string): text is EasingName {
  return (EASINGS as readonly string[]).includes(text);
}

/** The four numbers of a `cubic-bezier(…)`, or null when the text is none. */
export function bezierNumbers(text: string): [x1: number, y1: number, x2: number, y2: number] | null {
  const parts = CUBIC_BEZIER.exec(text)?.[1]
    ?.split(',')
    .map((part) => part.trim());
  if (parts?.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,6})?$/.test(part))) return null;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = parts.map(Number);
  // Time never runs backwards.
  return [x1, x2].every((x) => x >= 0 && x <= 1) ? [x1, y1, x2, y2] : null;
}
