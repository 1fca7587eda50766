/** Prices (API §8). Decimals only: 0.00181 × 5 is 0.00905 here and something else in binary floating point. */
import { Decimal } from 'decimal.js';
import { IMAGE_CREDITS_PER_VARIABLE } from '../../contract/prices.ts';
import type { Template } from '../../contract/template/template.ts';
import { templateVariables } from '../../contract/template/variables.ts';

/** Credits for one row; null for a video template without a configured cost. */
export function creditsPerRow(template: Template): Decimal | null {
  switch (template.kind) {
    case 'image':
      return new Decimal(IMAGE_CREDITS_PER_VARIABLE).times(templateVariables(template).length);
    case 'video':
      return template.estimated_credits === null ? null : new Decimal(template.estimated_credits);
    default:
      return template satisfies never;
  }
}
