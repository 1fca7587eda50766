import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../render-node/turns.ts';

test('turns are had in the order they are taken in, and may be taken again', async () => {
  const next = createTurns();
  const [first, second] = [next(), next()];
  const order: string[] = [];
  await first.take();
  await first.take();
  const waits = second.take().then(() => order.push('second'));
  await eventLoopTurn();
  expect(order).toEqual([]);
  first.leave();
  await waits;
  const again = first.take().then(() => order.push('first'));
  await eventLoopTurn();
  expect(order).toEqual(['second']);
  second.leave();
  second.leave();
  await again;
  const third = next();
  const last = third.take().then(() => order.push('third'));
  await eventLoopTurn();
  expect(order).toEqual(['second', 'first']);
  first.leave();
  await last;
});
