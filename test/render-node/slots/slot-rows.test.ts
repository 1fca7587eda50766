import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RenderOutcome } from '../../../render-node/render-outcome.ts';
import { createSlotRows } from '../../../render-node/slots/slot-rows.ts';

const DONE: RenderOutcome = { result: 'failed', code: 'timeout', message: 'whatever' };

/** Whether it has resolved by now. */
async function hasResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await eventLoopTurn();
  return resolved;
}

test('a row that is answered keeps its place until what it left for later is done', async () => {
  const rows = createSlotRows(() => undefined);
  const { row, outcome } = rows.add();
  rows.painted(row);
  expect(await hasResolved(rows.free())).toBe(true);
  expect(rows.isFree).toBe(true);
  rows.answer(row, DONE);
  expect(await outcome).toBe(DONE);
  expect(rows.isFree).toBe(false);
  const free = rows.free();
  const empty = rows.empty();
  expect(await hasResolved(free)).toBe(false);
  rows.leave(row);
  expect(await hasResolved(Promise.all([free, empty]))).toBe(true);
});

test('what a row does after its answer is under its time limit, too', async () => {
  const late: number[] = [];
  const rows = createSlotRows((row) => {
    late.push(row);
    rows.finish(row, DONE);
  });
  const { row, outcome } = rows.add();
  rows.limitTime(row, 50);
  rows.answer(row, { result: 'withdrawn' });
  await rows.empty();
  expect(late).toEqual([row]);
  expect(await outcome).toEqual({ result: 'withdrawn' });
});
