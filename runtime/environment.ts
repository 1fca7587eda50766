/** Settings come from the environment, are read once at start and are wrong in one clear sentence. */
import { z } from 'zod';

export class InvalidEnvironment extends Error {
  constructor(problems: string[]) {
    super(
      `Settings are not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}\nSee .env.example.`,
    );
    this.name = 'InvalidEnvironment';
  }
}

/** @throws {InvalidEnvironment} naming each variable that is missing or malformed. Empty counts as unset. */
export function readEnvironment<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new InvalidEnvironment(
    parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  );
}

export const portSetting = z.coerce.number().int().min(1).max(65_535);
export const flagSetting = z
  .enum(['1', '0', 'true', 'false', 'yes', 'no'])
  .transform((text) => ['1', 'true', 'yes'].includes(text));
const KEY_WANTED = 'must be 32 bytes in base64, for example from: openssl rand -base64 32';
/** 32 random bytes, base64. */
export const keySetting = z
  .base64(KEY_WANTED)
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === 32, KEY_WANTED);
