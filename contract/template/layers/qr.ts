import { z } from 'zod';
import { colourSchema, sourceSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { layerLookFields } from './look.ts';

export const qrLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('qr'),
  data: z.string().max(2_953, 'a QR code holds at most 2,953 bytes').default(''),
  /** Error correction: L 7 %, M 15 %, Q 25 %, H 30 % (ISO/IEC 18004). */
  ecc: z.enum(['L', 'M', 'Q', 'H']).default('M'),
  /** Empty modules around the code; readers want 4. */
  quiet: z.number().int().min(0).max(20).default(4),
  color: colourSchema.default('#000000'),
  background: colourSchema.default('#ffffff'),
  /** A picture in the middle, on the background's colour; needs error correction H. */
  logo: sourceSchema.default(''),
  ...layerLookFields,
});
