/** `npm run render-node`: one render node, configured by its environment (env.ts). */
import './small-young-generation.ts';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { loadEnvFile } from '../runtime/env-file.ts';
import { InvalidEnvironment } from '../runtime/environment.ts';
import { createGuardedRequest } from '../runtime/guarded-request.ts';
import { createLogger } from '../runtime/logger.ts';
import { connectMessageBus } from '../runtime/message-bus.ts';
import { createShutdown } from '../runtime/shutdown.ts';
import { cleanFolder } from './assets/clean-folder.ts';
import { createAssetFetcher } from './assets/fetch-asset.ts';
import { chooseEncoder } from './encoder/choose-encoder.ts';
import { readSettings } from './env.ts';
import { checkFontPack, FontPackDamaged } from './fonts/font-pack.ts';
import { startRenderNode } from './node.ts';
import { createSlotPool } from './slots/slot-pool.ts';

/** Downloads and sounds that no row has used for so long are removed. */
const CACHE_UNUSED_MS = 6 * 60 * 60 * 1_000;
/** What a killed slot left behind. No row takes that long. */
const WORK_UNUSED_MS = 2 * 60 * 60 * 1_000;
const CLEAN_EVERY_MS = 30 * 60 * 1_000;

loadEnvFile();
try {
  await start();
} catch (error) {
  const isPlain = error instanceof InvalidEnvironment || error instanceof FontPackDamaged;
  process.stderr.write(`${isPlain ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const settings = readSettings();
  if (!settings.natsUrl)
    throw new InvalidEnvironment([
      `NATS_URL: is not set, and no instance started by \`npm start\` is known in ${settings.dataDir}`,
    ]);
  // A node with other fonts than the rest of the farm must not draw a row.
  checkFontPack();
  const log = createLogger('render-node');
  const shutdown = createShutdown(log);
  const nodeId = `${hostname()}-${randomUUID().slice(0, 8)}`;

  const encoder = await chooseEncoder(settings.encoder);
  log.info({ encoder: encoder.name, reason: encoder.reason }, 'video encoder chosen');
  const clean = async () => {
    await cleanFolder(settings.downloadsFolder, CACHE_UNUSED_MS);
    await cleanFolder(settings.madeFolder, CACHE_UNUSED_MS);
    await cleanFolder(settings.workFolder, WORK_UNUSED_MS);
  };
  await clean();
  setInterval(
    () => clean().catch((error) => log.warn({ err: error }, 'old files were not removed')),
    CLEAN_EVERY_MS,
  ).unref();

  const request = createGuardedRequest({ allow: settings.outboundAllow });
  const fetchAsset = createAssetFetcher({ request, cacheFolder: settings.downloadsFolder });
  const bus = await connectMessageBus({ url: settings.natsUrl, name: nodeId, log });
  shutdown.onShutdown('NATS', () => bus.close());
  const slots = createSlotPool({
    size: settings.slots,
    env: { ...process.env, ENCODER: encoder.name },
    fetchAsset,
    log,
  });
  const node = startRenderNode({
    bus,
    slots,
    log,
    nodeId,
    slotCount: settings.slots,
    kinds: settings.kinds,
    encoder,
  });
  shutdown.onShutdown('render node', () => node.stop());
  log.info({ nodeId, slots: settings.slots, kinds: settings.kinds }, 'render node runs');
}
