/**
 * A slot's process: takes rows from the node's main process, renders them and answers. One is painted at a time, while the
 * one before may still be encoded and stored. It has no connection to anything but the object store; what a row names by URL
 * is fetched by the main process.
 */
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { createLogger } from '../../runtime/logger.ts';
import { createDiskStore } from '../../runtime/object-store.ts';
import type { AssetRequest, FetchedAsset } from '../assets/fetch-asset.ts';
import { compiledBytes } from '../compile/load-template.ts';
import { readSettings } from '../env.ts';
import { loadFontSet } from '../fonts/font-set.ts';
import { createHeavily, type HeavyTurn } from '../heavy-work.ts';
import { type RenderDeps, renderRow } from '../render-row.ts';
import { createSizeBoundCache } from '../size-bound-cache.ts';
import { engineIdentity } from '../splice/engine-identity.ts';
import { createSplicer } from '../splice/splicer.ts';
import { createTurns } from '../turns.ts';
import { collectWhenGrown } from './collect-when-grown.ts';
import { forgetGlyphs } from './forget-glyphs.ts';
import type { FromSlot, ToSlot } from './slot-messages.ts';

/** Decoded pictures that stay in memory: those of the template, and of rows only the last. */
const PICTURE_BYTES = 48 * 1024 * 1024;
/** Compiled templates with what is baked of them. */
const TEMPLATE_BYTES = 64 * 1024 * 1024;

const settings = readSettings();
/** Among the node's slots, from 0 to under 1. */
const place = Number(process.argv[2]);
const log = createLogger('slot');
const awaited = new Map<number, (asset: FetchedAsset) => void>();
const awaitedTurns = new Map<number, (turn: ToSlot & { type: 'heavy_turn' }) => void>();
let requests = 0;

const nextTurn = createTurns();
const deps: Omit<RenderDeps, 'turn' | 'limitTime' | 'later'> = {
  store: createDiskStore(settings.objectsFolder),
  fonts: loadFontSet(),
  pictures: createSizeBoundCache(PICTURE_BYTES, ({ width, height }) => width * height * 4),
  templates: createSizeBoundCache(TEMPLATE_BYTES, compiledBytes),
  fetchAsset,
  cacheFolder: settings.madeFolder,
  workFolder: settings.workFolder,
  threads: settings.threadsPerSlot,
  // The main process has tried it and tells the result in ENCODER.
  encoder: { name: settings.encoder === 'auto' ? 'libx264' : settings.encoder, reason: 'tried at start' },
  splicer:
    settings.sharing === 'none'
      ? null
      : createSplicer({
          sharing: settings.sharing,
          grain: settings.splice,
          cacheFolder: settings.madeFolder,
          engine: engineIdentity(),
          checkEvery: settings.checkEvery,
          checkAhead: Math.round(settings.checkEvery * place),
          heavily: createHeavily(beginHeavyWork),
          log,
        }),
  log,
};

process.on('message', (message: ToSlot) => {
  switch (message.type) {
    case 'render':
      return void render(message);
    case 'fetched':
      awaited.get(message.requestId)?.(message.asset);
      awaited.delete(message.requestId);
      return;
    case 'heavy_turn':
      awaitedTurns.get(message.requestId)?.(message);
      awaitedTurns.delete(message.requestId);
      return;
    default:
      return message satisfies never;
  }
});
// The main process is gone or has no more use for us. Whatever we started is in our process group and goes too.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
tell({ type: 'ready' });

async function render({ row, work }: ToSlot & { type: 'render' }): Promise<void> {
  const turn = nextTurn();
  await turn.take();
  const limitTime = (ms: number) => tell({ type: 'time_limit', row, ms });
  const leave = () => {
    turn.leave();
    tell({ type: 'painted', row });
  };
  const afterwards: (() => Promise<void>)[] = [];
  const later = (work: () => Promise<void>) => void afterwards.push(work);
  const outcome = await renderRow({ ...deps, limitTime, turn: { ...turn, leave }, later }, work);
  turn.leave();
  // The canvas frees its memory when the event loop turns, not before (measured: 8 MB a picture otherwise).
  await eventLoopTurn();
  tell({ type: 'answer', row, outcome, rssBytes: process.memoryUsage.rss() });
  for (const work of afterwards) await work();
  tell({ type: 'done', row });
  // Nobody waits for it now.
  forgetGlyphs();
  collectWhenGrown();
}

function fetchAsset(request: AssetRequest): Promise<FetchedAsset> {
  const requestId = ++requests;
  tell({ type: 'fetch', requestId, request });
  return new Promise((resolve) => awaited.set(requestId, resolve));
}

async function beginHeavyWork(orNever: boolean): Promise<HeavyTurn | null> {
  const requestId = ++requests;
  tell({ type: 'heavy_wanted', requestId, orNever });
  const { begin, alone } = await new Promise<ToSlot & { type: 'heavy_turn' }>((resolve) =>
    awaitedTurns.set(requestId, resolve),
  );
  return begin ? { alone, end: () => tell({ type: 'heavy_over', requestId }) } : null;
}

function tell(message: FromSlot): void {
  process.send?.(message);
}
