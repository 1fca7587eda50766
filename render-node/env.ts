import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { mediaKindSchema } from '../contract/render-work.ts';
import { readEnvironment } from '../runtime/environment.ts';
import { dataFolder, readLocalInstance } from '../runtime/local-instance.ts';

const listSetting = (separator: string) =>
  z.string().transform((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter(Boolean),
  );

const settings = z
  .object({
    // Whoever runs several nodes: the NATS that the gateway uses. Unset: the one `npm start` runs on this machine.
    NATS_URL: z.string().optional(),
    // Whoever wants the data elsewhere. Templates, assets and outputs lie in its `objects`.
    DATA_DIR: z.string().optional(),
    // Whoever wants to leave cores to other programs: rows rendered at a time, each in a process of its own.
    SLOTS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    // Whoever keeps image and video rows on different machines: `image`, `video` or both.
    RENDER_KINDS: listSetting(',').pipe(z.array(mediaKindSchema).min(1)).default(['image', 'video']),
    // Whoever must have one encoder; `auto` takes the graphics card's when it works.
    ENCODER: z.enum(['auto', 'libx264', 'h264_nvenc']).default('auto'),
    // Whoever had reuse of encoded video between rows reviewed (docs/decisions/splice.md): `template` shares what shows the
    // same, `row` reuses within a row only, `none` encodes every video whole.
    SHARING: z.enum(['none', 'row', 'template']).default('template'),
    // Whoever mistrusts slices: `frames` encodes new pictures whole, `slices` only their rows that change.
    SPLICE: z.enum(['frames', 'slices']).default('slices'),
    // Whoever wants spliced videos looked at more or less often: the first of a template and then one in so many.
    CHECK_EVERY: z.coerce.number().int().min(1).default(500),
    // Whoever serves media from the own network: hosts with port, or address ranges, that may be fetched from.
    OUTBOUND_ALLOW: listSetting(',').default([]),
  })
  .transform((env) => {
    const dataDir = dataFolder(env.DATA_DIR);
    return {
      natsUrl: env.NATS_URL ?? readLocalInstance(dataDir).natsUrl,
      dataDir,
      objectsFolder: join(dataDir, 'objects'),
      /** What was fetched for rows, by batch. */
      downloadsFolder: join(dataDir, 'cache/downloads'),
      /** What renders made and may use again. */
      madeFolder: join(dataDir, 'cache/made'),
      workFolder: join(dataDir, 'work'),
      slots: env.SLOTS,
      threadsPerSlot: Math.max(1, Math.floor(availableParallelism() / env.SLOTS)),
      kinds: env.RENDER_KINDS,
      encoder: env.ENCODER,
      sharing: env.SHARING,
      splice: env.SPLICE,
      checkEvery: env.CHECK_EVERY,
      outboundAllow: env.OUTBOUND_ALLOW,
    };
  });

export type RenderNodeSettings = z.output<typeof settings>;

/** @throws {InvalidEnvironment} */
export function readSettings(source?: Record<string, string | undefined>): RenderNodeSettings {
  return readEnvironment(settings, source);
}
