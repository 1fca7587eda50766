import { z } from 'zod';
import { colourSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { layerLookFields } from './look.ts';

export const barcodeLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('barcode'),
  /** The digits of an EAN or UPC with or without their check digit; for code128 printable ASCII. */
  data: z.string().max(200).default(''),
  format: z.enum(['code128', 'ean13', 'ean8', 'upca']).default('code128'),
  /** Prints the data under the bars. */
  show_text: z.boolean().default(true),
  /** Empty modules to the left and right of the bars; readers want 10. */
  quiet: z.number().int().min(0).max(50).default(10),
  color: colourSchema.default('#000000'),
  background: colourSchema.default('#ffffff'),
  ...layerLookFields,
});
