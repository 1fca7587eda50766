import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FetchAsset } from '../../../render-node/assets/fetch-asset.ts';
import { createSlotPool, type SlotPool } from '../../../render-node/slots/slot-pool.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { createDiskStore, type ObjectStore } from '../../../runtime/object-store.ts';
import { imageTemplate, videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';
import { rowWork, storeTemplate } from '../row-work.ts';

let dataDir: string;
let store: ObjectStore;
let pool: SlotPool;

beforeEach(() => {
  dataDir = temporaryFolder('slots').path;
  store = createDiskStore(join(dataDir, 'objects'));
});
afterEach(() => pool.stop(0));

const never: FetchAsset = () => new Promise(() => undefined);
const ignore = () => undefined;

function openPool(size: number, timeLimitMs = 60_000): SlotPool {
  const env = { ...process.env, DATA_DIR: dataDir };
  pool = createSlotPool({ size, env, fetchAsset: never, timeLimitMs, log: createLogger('test') });
  return pool;
}

async function templates() {
  const text = imageTemplate([{ type: 'text', text: '{{name}}' }], { width: 64, height: 32 });
  const photo = imageTemplate([{ type: 'image', src: '{{photo}}' }], { width: 64, height: 32 });
  return { text: await storeTemplate(store, text), photo: await storeTemplate(store, photo) };
}
/** A video that is painted fast and made into another format slowly; the slot has rendered it often enough not to look at the next. */
async function slowlyStored() {
  const scene = { duration: 15, layers: [{ type: 'text', text: '{{name}}' }] };
  const size = { width: 640, height: 360, fps: 30, output: { format: 'webm' } };
  const film = await storeTemplate(store, videoTemplate([scene], size));
  for (const name of ['One', 'Two'])
    expect(await pool.render(rowWork(film, { name }), ignore)).toMatchObject({ result: 'rendered' });
  return film;
}
/** A row that hangs: its picture never comes. */
const hanging = { photo: 'https://example.com/never.jpg' };

test('rows are rendered one after the other in each slot', async () => {
  const { text } = await templates();
  openPool(2);
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, index) => pool.render(rowWork(text, { name: `Row ${index}` }), ignore)),
  );
  expect(outcomes.map(({ result }) => result)).toEqual(Array(12).fill('rendered'));
  expect(pool.rssBytes()).toBeGreaterThan(20e6);
});

test('a slot that is killed costs its row only, and is replaced', async () => {
  const { text, photo } = await templates();
  openPool(1);
  let started = false;
  const lost = pool.render(rowWork(photo, hanging), () => {
    started = true;
  });
  await waitFor('the row to begin', () => started);
  for (const pid of childProcesses()) process.kill(pid, 'SIGKILL');
  expect(await lost).toEqual({
    result: 'failed',
    code: 'node_lost',
    message: 'The renderer stopped unexpectedly on this row.',
  });
  expect(await pool.render(rowWork(text, { name: 'Next' }), ignore)).toMatchObject({ result: 'rendered' });
});

test('a process that died without a row is given none', async () => {
  const { text } = await templates();
  openPool(1);
  expect(await pool.render(rowWork(text, { name: 'One' }), ignore)).toMatchObject({ result: 'rendered' });
  const idle = childProcesses()[0]!;
  process.kill(idle, 'SIGKILL');
  await waitFor('another process', () => childProcesses().some((pid) => pid !== idle));
  expect(await pool.render(rowWork(text, { name: 'Two' }), ignore)).toMatchObject({ result: 'rendered' });
});

test('the next row is painted while one is encoded and stored', async () => {
  const { text } = await templates();
  openPool(1);
  const film = await slowlyStored();
  const done: string[] = [];
  const note = (name: string) => () => done.push(name);
  await Promise.all([
    pool.render(rowWork(film, { name: 'A' }), ignore).then(note('film')),
    pool.render(rowWork(text, { name: 'B' }), ignore).then(note('picture')),
  ]);
  expect(done).toEqual(['picture', 'film']);
});

test('a row that was only stored when its slot died for another one may be tried again', async () => {
  const { photo } = await templates();
  openPool(1);
  const film = await slowlyStored();
  let started = false;
  const stored = pool.render(rowWork(film, { name: 'A' }), ignore);
  const lost = pool.render(rowWork(photo, hanging), () => {
    started = true;
  });
  await waitFor('the second row to begin', () => started);
  for (const pid of childProcesses()) process.kill(pid, 'SIGKILL');
  expect(await stored).toEqual({ result: 'withdrawn' });
  expect(await lost).toMatchObject({ result: 'failed', code: 'node_lost' });
});

test('a row that takes too long is stopped and its slot serves the next one', async () => {
  const { text, photo } = await templates();
  openPool(1, 1_000);
  expect(await pool.render(rowWork(photo, hanging), ignore)).toEqual({
    result: 'failed',
    code: 'timeout',
    message: 'Rendering was stopped because it took longer than 1 s.',
  });
  expect(await pool.render(rowWork(text, { name: 'Next' }), ignore)).toMatchObject({ result: 'rendered' });
});

test('stopping lets running rows end within the limit and withdraws the others', async () => {
  const { photo } = await templates();
  openPool(1);
  let started = false;
  const running = pool.render(rowWork(photo, hanging), () => {
    started = true;
  });
  const waiting = pool.render(rowWork(photo, hanging), ignore);
  await waitFor('the row to begin', () => started);
  const before = childProcesses();
  await pool.stop(200);
  expect([await running, await waiting]).toEqual([{ result: 'withdrawn' }, { result: 'withdrawn' }]);
  expect(before.length).toBeGreaterThan(0);
  expect(childProcesses()).toEqual([]);
});

/** Slots of this test, found as the children of this process that run a slot. */
function childProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('render-node/slot'));
}

test('processes that cannot start are tried again after pauses that grow, and what waits for them is withdrawn', async () => {
  const { text } = await templates();
  const pauses: number[] = [];
  const log = pino({}, { write: (line) => pauses.push(JSON.parse(line).pauseMs) });
  let told = 0;
  const noneStarts = () => {
    told += 1;
  };
  const env = { ...process.env, DATA_DIR: dataDir, SLOTS: 'none' };
  pool = createSlotPool({ size: 1, env, fetchAsset: never, log, noneStarts });
  let isReady = false;
  const readiness = pool.ready().then(() => {
    isReady = true;
  });
  expect(await pool.render(rowWork(text, { name: 'One' }), ignore)).toEqual({ result: 'withdrawn' });
  await waitFor('the third try', () => told >= 3);
  expect({ pauses, isReady }).toEqual({ pauses: [1_000, 2_000, 4_000], isReady: false });
  await pool.stop(0);
  await readiness;
});
