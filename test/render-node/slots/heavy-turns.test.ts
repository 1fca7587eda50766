import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHeavyTurns } from '../../../render-node/slots/heavy-turns.ts';

/** The slots at heavy work, in the order they began. */
function watched(slots: number, patienceMs?: number) {
  const turnsOf = createHeavyTurns(slots, patienceMs);
  const begun: string[] = [];
  const slot = (number: number) => {
    const turns = turnsOf(number);
    return {
      ...turns,
      want: (requestId: number) => turns.want(requestId, () => begun.push(`${number}/${requestId}`)),
    };
  };
  return { begun, slot };
}

test('neighbours do heavy work one after the other, in the order they asked', async () => {
  const { begun, slot } = watched(2);
  const [first, second] = [slot(0), slot(1)];
  first.want(1);
  second.want(1);
  first.want(2);
  await eventLoopTurn();
  expect(begun).toEqual(['0/1']);
  first.over(1);
  await eventLoopTurn();
  expect(begun).toEqual(['0/1', '1/1']);
  second.over(1);
  await eventLoopTurn();
  expect(begun).toEqual(['0/1', '1/1', '0/2']);
});

test('a process that ends leaves what it had and what it waited for, and nobody overtakes', async () => {
  const { begun, slot } = watched(4);
  const [first, second, third] = [slot(0), slot(1), slot(2)];
  first.want(1);
  second.want(1);
  third.want(1);
  second.allOver();
  await eventLoopTurn();
  expect(begun).toEqual(['0/1']);
  first.allOver();
  await eventLoopTurn();
  expect(begun.at(-1)).toBe('2/1');
});

test('who has waited for long begins all the same, and those after wait for it in turn', async () => {
  const { begun, slot } = watched(3, 100);
  const [first, second, third] = [slot(0), slot(1), slot(2)];
  first.want(1);
  second.want(1);
  await expect.poll(() => begun).toEqual(['0/1', '1/1']);
  first.over(1);
  third.want(1);
  await eventLoopTurn();
  expect(begun).toHaveLength(2);
  expect(third.isBusy()).toBe(true);
  second.over(1);
  await eventLoopTurn();
  expect(begun).toEqual(['0/1', '1/1', '2/1']);
});

test('of eight slots two may do it at a time', async () => {
  const { begun, slot } = watched(8);
  for (let number = 0; number < 8; number++) slot(number).want(1);
  await eventLoopTurn();
  expect(begun).toEqual(['0/1', '1/1']);
});
