import { describe, expect, it } from 'vitest';
import { shareWindow, type WaitingBatch } from '../../../gateway/dispatch/share-window.ts';

const batch = (id: string, workspaceId: string, waiting: number, minute = 0): WaitingBatch => ({
  id,
  workspaceId,
  waiting,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
});
const none = { out: [], lastTurns: new Map<string, number>() };
const count = (places: string[], id: string) => places.filter((place) => place === id).length;

describe('the window', () => {
  it('goes to one workspace as a whole while nobody else waits', () => {
    expect(shareWindow({ ...none, free: 4, waiting: [batch('a', 'A', 20_000)] })).toEqual([
      'a',
      'a',
      'a',
      'a',
    ]);
  });

  it('alternates between workspaces, however many rows each has', () => {
    const waiting = [batch('a', 'A', 20_000), batch('b', 'B', 3, 1)];
    expect(shareWindow({ ...none, free: 6, waiting })).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('gives all free places to a newcomer until it has as many rows out', () => {
    const waiting = [batch('a', 'A', 20_000), batch('b', 'B', 100, 1)];
    const out = [{ batchId: 'a', workspaceId: 'A', rows: 16 }];
    const places = shareWindow({ ...none, free: 18, waiting, out });
    expect([count(places, 'a'), count(places, 'b')]).toEqual([1, 17]);
    expect(places.slice(0, 16).every((place) => place === 'b')).toBe(true);
  });

  it('shares a workspace’s part between its batches, so that one row overtakes 20,000', () => {
    const waiting = [batch('large', 'A', 20_000), batch('small', 'A', 1, 1), batch('b', 'B', 50, 2)];
    const out = [{ batchId: 'large', workspaceId: 'A', rows: 8 }];
    const places = shareWindow({ ...none, free: 20, waiting, out });
    expect([count(places, 'large'), count(places, 'small'), count(places, 'b')]).toEqual([5, 1, 14]);
    expect(places.indexOf('small')).toBeLessThan(places.indexOf('large'));
  });

  it('serves in turn when there are more workspaces than places', () => {
    const waiting = ['A', 'B', 'C'].map((name, minute) => batch(name.toLowerCase(), name, 10, minute));
    const lastTurns = new Map([
      ['A', 7],
      ['B', 5],
      ['C', 6],
    ]);
    expect(shareWindow({ out: [], lastTurns, free: 2, waiting })).toEqual(['b', 'c']);
  });

  it('stays partly empty when fewer rows wait', () => {
    expect(shareWindow({ ...none, free: 9, waiting: [batch('a', 'A', 2)] })).toEqual(['a', 'a']);
    expect(shareWindow({ ...none, free: 9, waiting: [] })).toEqual([]);
  });
});
