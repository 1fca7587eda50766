/** Settings of `npm start`. The parts it starts read their own; what is set here for them is passed on untouched. */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { portSetting, readEnvironment } from '../runtime/environment.ts';
import { dataFolder } from '../runtime/local-instance.ts';

const settings = z
  .object({
    // Whoever wants the data elsewhere, for instance on a larger disk. Relative to the checkout.
    DATA_DIR: z.string().optional(),
    // Whoever has something else on 4000.
    PORT: portSetting.default(4000),
    // Whoever wants others on the network to reach it: 0.0.0.0, with PUBLIC_URL saying under which address.
    HOST: z.string().default('127.0.0.1'),
    // Whoever puts it behind a proxy: result URLs begin with it.
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    // Whoever runs an own PostgreSQL or NATS: the embedded one is not started then.
    DATABASE_URL: z.string().optional(),
    NATS_URL: z.string().optional(),
    // Whoever wants to leave cores to other programs.
    SLOTS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  })
  .transform((env) => ({
    dataDir: dataFolder(env.DATA_DIR),
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    natsUrl: env.NATS_URL,
    slots: env.SLOTS,
  }));

export type Settings = z.output<typeof settings>;

export function readSettings(overrides: { port?: string }): Settings {
  return readEnvironment(settings, { ...process.env, ...(overrides.port ? { PORT: overrides.port } : {}) });
}
