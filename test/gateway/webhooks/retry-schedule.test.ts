import { describe, expect, it } from 'vitest';
import { attemptOutcome } from '../../../gateway/webhooks/record-attempt.ts';
import { parseRetryAfter, retryDelay } from '../../../gateway/webhooks/retry-schedule.ts';

const delay = (attemptsMade: number, more: { retryAfterSeconds?: number; random?: number } = {}) =>
  retryDelay({ attemptsMade, retryAfterSeconds: null, random: 0.5, ...more });

describe('the retry schedule', () => {
  it('makes six attempts within an hour', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => delay(attempts))).toEqual([30, 120, 450, 1_200, 1_800, null]);
  });

  it('spreads each delay by a tenth either way', () => {
    expect([delay(1, { random: 0 }), delay(1, { random: 1 })]).toEqual([27, 33]);
  });

  it('waits longer when the receiver asks for it, up to half an hour, and never shorter', () => {
    expect([5, 600, 9_999].map((retryAfterSeconds) => delay(1, { retryAfterSeconds }))).toEqual([
      30, 600, 1_800,
    ]);
  });

  it('understands Retry-After in seconds and as a date', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect(
      ['120', 'Thu, 01 Jan 2026 00:02:00 GMT', 'Thu, 01 Jan 2020 00:00:00 GMT', 'soon', '-5', undefined].map(
        (header) => parseRetryAfter(header, now),
      ),
    ).toEqual([120, 120, 0, null, expect.anything(), null]);
  });
});

describe('an attempt', () => {
  it.each([
    [200, 1, 'delivered'],
    [204, 6, 'delivered'],
    [302, 1, 'retrying'],
    [404, 1, 'retrying'],
    [500, 5, 'retrying'],
    [null, 1, 'retrying'],
    [410, 1, 'dead'],
    [500, 6, 'dead'],
    [null, 6, 'dead'],
  ])('answered %s as number %i is %s', (responseCode, attempt, state) => {
    expect(attemptOutcome({ responseCode, retryAfterSeconds: null }, { attempt, random: 0.5 }).state).toBe(
      state,
    );
  });
});
