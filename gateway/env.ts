/** Settings of the gateway. `.env.example` shows each one. */
import { z } from 'zod';
import { keySetting, portSetting, readEnvironment } from '../runtime/environment.ts';
import { dataFolder, readLocalInstance } from '../runtime/local-instance.ts';

const listSetting = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean));

const settings = z
  .object({
    // Whoever runs the gateway apart from `npm start`.
    DATABASE_URL: z.string({ error: 'is not set, and no local instance runs (start one with: npm start)' }),
    NATS_URL: z.string({ error: 'is not set, and no local instance runs (start one with: npm start)' }),
    // Whoever keeps data elsewhere: objects, and what a local instance left for others to read.
    DATA_DIR: z.string().optional(),
    // Whoever has something else on 4000.
    PORT: portSetting.default(4000),
    // Whoever wants others on the network to reach it: 0.0.0.0. Keys travel in the clear without a TLS proxy in front.
    HOST: z.string().default('127.0.0.1'),
    // Whoever puts it behind a proxy: result URLs begin with it.
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    // 32 random bytes each, base64. Changing one makes what it protects invalid: keys, webhook secrets, result URLs.
    API_KEY_PEPPER: keySetting,
    SECRETS_KEY: keySetting,
    URL_SIGNING_KEY: keySetting,
    // Whoever must keep results for a shorter or longer time: days until a result's URL expires and its rows and files are deleted.
    RESULT_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
    // The same for the record of webhook deliveries.
    DELIVERY_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
    // Operators whose webhook receivers or media stand on their own network: host:port or CIDR, comma-separated.
    OUTBOUND_ALLOW: listSetting.default([]),
    // Front ends on other origins that may call the API from a browser, comma-separated.
    CORS_ORIGINS: listSetting.default([]),
  })
  .transform((env) => ({
    databaseUrl: env.DATABASE_URL,
    natsUrl: env.NATS_URL,
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: dataFolder(env.DATA_DIR),
    apiKeyPepper: env.API_KEY_PEPPER,
    secretsKey: env.SECRETS_KEY,
    urlSigningKey: env.URL_SIGNING_KEY,
    resultDays: env.RESULT_DAYS,
    deliveryDays: env.DELIVERY_DAYS,
    outboundAllow: env.OUTBOUND_ALLOW,
    corsOrigins: env.CORS_ORIGINS,
  }));

export type GatewaySettings = z.output<typeof settings>;

/** The environment, and for what it does not say a local instance's files. @throws {InvalidEnvironment} */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): GatewaySettings {
  const local = readLocalInstance(dataFolder(environment.DATA_DIR));
  const found = {
    DATABASE_URL: local.databaseUrl,
    NATS_URL: local.natsUrl,
    PUBLIC_URL: local.publicUrl,
    ...local.secrets,
  };
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  return readEnvironment(settings, { ...found, ...given });
}
