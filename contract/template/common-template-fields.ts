/** What image and video templates have in common. */
import { z } from 'zod';

export const commonTemplateFields = {
  version: z.literal(1).default(1),
  name: z.string().trim().min(1).max(255),
  /** Example values for `{{placeholders}}`, shown in the schema and the sample CSV; never drawn for a blank. */
  examples: z.record(z.string(), z.string()).default({}),
};
