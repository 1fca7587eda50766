import { z } from 'zod';
import { templateSchema } from './template.ts';

/**
 * The template model as JSON Schema, for editors that complete and check a template as it is written. It knows fields,
 * types, ranges and defaults; what hangs together (variables, conditions, bindings) is checked when a template is saved.
 */
export function templateJsonSchema(): object {
  return {
    ...z.toJSONSchema(templateSchema, { io: 'input', unrepresentable: 'any', reused: 'ref' }),
    title: 'rowcast template',
  };
}
