import { afterAll, beforeAll, expect, it } from 'vitest';
import { NODE_BEAT_SUBJECT } from '../../../contract/messaging.ts';
import type { NodeBeat } from '../../../contract/render-report.ts';
import { createNodeRegistry } from '../../../gateway/nodes/node-registry.ts';
import { waitFor } from '../../support/wait-for.ts';
import { createTestFarm, log, type TestFarm } from '../dispatch/test-farm.ts';

let test: TestFarm;
beforeAll(async () => {
  test = await createTestFarm();
});
afterAll(() => test.stop());

const beat = (nodeId: string, more: Partial<NodeBeat> = {}) =>
  test.bus.publish(NODE_BEAT_SUBJECT, {
    nodeId,
    hostname: 'shed',
    kinds: ['image', 'video'],
    slots: 2,
    state: 'running',
    encoder: 'libx264',
    encoderReason: 'no NVIDIA driver',
    rowIds: [`row-of-${nodeId}`],
    rowsDone: 5,
    rssBytes: 3_000_000_000,
    ...more,
  });
const registry = () => createNodeRegistry({ ...test, log, isWriter: () => true, onBeat: () => undefined });

it('adds up the slots of nodes that run, and knows their rows', async () => {
  const nodes = registry();
  beat('a');
  beat('b', { kinds: ['image'], slots: 3 });
  beat('c', { state: 'draining' });
  await waitFor('the beats', () => nodes.rowsInWork().size === 3);
  expect([nodes.liveSlots('image'), nodes.liveSlots('video')]).toEqual([5, 2]);
  beat('b', { state: 'stopped' });
  await waitFor('the stop', () => nodes.liveSlots('image') === 2);
  nodes.close();
});

it('describes each node in the database as its last beat did', async () => {
  const nodes = registry();
  for (let rowsDone = 0; rowsDone <= 20; rowsDone++) beat('d', { rowsDone });
  const stored = await waitFor('the node', () =>
    test.db.renderNode.findFirst({
      where: { id: 'd', rowsDone: 20 },
      omit: { firstSeenAt: true, lastSeenAt: true },
    }),
  );
  expect(stored).toEqual({
    id: 'd',
    hostname: 'shed',
    kinds: ['image', 'video'],
    slots: 2,
    state: 'running',
    encoder: 'libx264',
    encoderReason: 'no NVIDIA driver',
    rowsDone: 20,
    rssBytes: 3_000_000_000n,
  });
  nodes.close();
});

it('remembers nodes that were heard of just before it started, and not those that were silent', async () => {
  await test.pool.query('DELETE FROM render_nodes');
  const insert = (id: string, secondsAgo: number) =>
    test.pool.query(
      `INSERT INTO render_nodes (id, hostname, kinds, slots, state, encoder, encoder_reason, last_seen_at)
       VALUES ($1, 'shed', '{image}', 4, 'running', '', '', now() - make_interval(secs => $2))`,
      [id, secondsAgo],
    );
  await insert('fresh', 5);
  await insert('silent', 40);
  const nodes = registry();
  await waitFor('the node', () => nodes.liveSlots('image') > 0);
  expect(nodes.liveSlots('image')).toBe(4);
  nodes.close();
});
