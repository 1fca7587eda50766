import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchChangedOn, createChanges } from '../../../gateway/changes/changes.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { connectMessageBus, type MessageBus } from '../../../runtime/message-bus.ts';
import { startTestNats, type TestNats } from '../../support/nats.ts';
import { waitFor } from '../../support/wait-for.ts';

const log = createLogger('test');
let nats: TestNats;
let bus: MessageBus;

beforeAll(async () => {
  nats = await startTestNats();
  bus = await connectMessageBus({ url: nats.url, name: 'test', log });
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

it('tells every subscriber of a batch, and nobody else, until it leaves', async () => {
  const changes = createChanges({ bus, log });
  const changed = batchChangedOn(bus);
  const heard: Record<string, string[][]> = { first: [], second: [], other: [] };
  const listen = (name: string, batchId: string) =>
    changes.subscribeBatch(batchId, (rowIds) => heard[name]?.push(rowIds));
  const leave = listen('first', 'batch-1');
  changes.subscribeBatch('batch-1', () => {
    throw new Error('a subscriber with a fault');
  });
  listen('second', 'batch-1');
  listen('other', 'batch-2');

  changed('batch-1', ['a', 'b']);
  changed('batch-1', []);
  await waitFor('two changes', () => heard.second?.length === 2);
  leave();
  changed('batch-1', ['c']);
  await waitFor('three changes', () => heard.second?.length === 3);
  expect(heard).toEqual({ first: [['a', 'b'], []], second: [['a', 'b'], [], ['c']], other: [] });
  changes.close();
});

it('splits many rows into messages of a hundred', async () => {
  const changes = createChanges({ bus, log });
  const sizes: number[] = [];
  changes.subscribeBatch('batch-3', (rowIds) => sizes.push(rowIds.length));
  batchChangedOn(bus)(
    'batch-3',
    Array.from({ length: 250 }, (_, index) => `row-${index}`),
  );
  await waitFor('three messages', () => sizes.length === 3);
  expect(sizes).toEqual([100, 100, 50]);
  changes.close();
});
