import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Changes } from '../../../gateway/changes/changes.ts';
import { followBatch } from '../../../gateway/changes/follow-batch.ts';

/** A batch that is followed, and what tells of its changes. */
function follow() {
  let tell: Parameters<Changes['subscribeBatch']>[1] = () => undefined;
  const changes: Changes = {
    subscribeBatch(_batchId, onChange) {
      tell = onChange;
      return () => undefined;
    },
    close: () => undefined,
  };
  const { next } = followBatch({ changes, isStillAllowed: async () => true }, 'batch');
  return { next, tell };
}

it('hands changes that come close together over together', async () => {
  const { next, tell } = follow();
  tell(['a'], false);
  expect(await next()).toEqual({ rowIds: ['a'] });
  tell(['b'], false);
  const second = next();
  expect(await Promise.race([second, sleep(100, 'not yet')])).toBe('not yet');
  tell(['c', 'b'], false);
  expect(await second).toEqual({ rowIds: ['b', 'c'] });
});

it.each(['before it is asked for', 'while it waits'])(
  'does not keep the end of the batch back: told of %s',
  async (moment) => {
    const { next, tell } = follow();
    tell(['a'], false);
    await next();
    tell(['a'], moment === 'before it is asked for');
    const second = next();
    if (moment === 'while it waits') tell(['b'], true);
    // Without a wait of any length: its turn comes before that of the shortest timer.
    expect(await Promise.race([second, sleep(1, 'not yet')])).toMatchObject({ rowIds: expect.any(Array) });
  },
);
