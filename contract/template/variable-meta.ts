/** What an author says about a variable: words for people who fill it in, and checks on every value that is not blank. */
import { z } from 'zod';
import { isColour } from './colour.ts';
import { isSource } from './values.ts';

export const VARIABLE_TYPES = ['text', 'image', 'video', 'audio', 'color', 'number', 'bool', 'url'] as const;

export const variableMetaSchema = z.strictObject({
  /** What forms call it instead of its name. */
  label: z.string().min(1).max(200).optional(),
  description: z.string().max(1_000).optional(),
  type: z.enum(VARIABLE_TYPES).default('text'),
  /** In characters as people count them. */
  max_length: z.number().int().positive().max(200_000).optional(),
  /** A regular expression that the whole value must match. */
  pattern: z.string().min(1).max(200).superRefine(refusePattern).optional(),
});

export type VariableMeta = z.infer<typeof variableMetaSchema>;

/** What is wrong with a row's value, or null. A blank is never wrong. */
export function valueProblem(value: string, { type, max_length, pattern }: VariableMeta): string | null {
  if (value === '') return null;
  if (!TYPE_CHECKS[type].test(value)) return TYPE_CHECKS[type].problem;
  if (max_length !== undefined && value.length > max_length && characterCount(value) > max_length)
    return `has ${characterCount(value)} characters, at most ${max_length} are allowed`;
  if (pattern !== undefined && (value.length > MOST_MATCHED || !wholePattern(pattern).test(value)))
    return `does not match the pattern ${pattern}`;
  return null;
}

/** A longer value would make even a harmless pattern slow. */
const MOST_MATCHED = 1_000;

const TYPE_CHECKS: Record<VariableMeta['type'], { test(value: string): boolean; problem: string }> = {
  text: { test: () => true, problem: '' },
  image: { test: isSource, problem: 'must be an https:// URL or an uploaded asset such as "asset:logo.png"' },
  video: { test: isSource, problem: 'must be an https:// URL or an uploaded asset such as "asset:clip.mp4"' },
  audio: {
    test: isSource,
    problem: 'must be an https:// URL or an uploaded asset such as "asset:music.mp3"',
  },
  color: { test: isColour, problem: 'must be a colour such as "#1e88e5" or "rgba(0,0,0,0.5)"' },
  number: {
    test: (value) => value.trim() !== '' && Number.isFinite(Number(value)),
    problem: 'must be a number such as 1234.5',
  },
  bool: {
    test: (value) => /^(?:true|false|1|0|yes|no|on|off)$/i.test(value.trim()),
    problem: 'must be true or false',
  },
  url: {
    test: (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    problem: 'must be a web address such as https://example.com',
  },
};

function refusePattern(pattern: string, context: z.core.$RefinementCtx<string>): void {
  const fault = patternFault(pattern);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
}

/** A repeated group or a look back at what matched may take for ever on a hostile value. */
function patternFault(pattern: string): string | null {
  try {
    wholePattern(pattern);
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
  const bare = pattern.replace(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/g, 'x');
  if (/\)[*+{]|\\[1-9k]|\(\?[=!<]/.test(bare))
    return 'may not repeat a group, look around or refer back: write it with classes such as [A-Z0-9-]+';
  return null;
}

function wholePattern(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

function characterCount(text: string): number {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
}
