import { expect, test } from 'vitest';
import { warningsOf } from '../../../infra/terminal/warnings-of.ts';

test('shows warnings and errors of a log as sentences, each at most every 30 s, and nothing else', () => {
  const shown: string[] = [];
  let time = 0;
  const take = warningsOf(
    'gateway',
    (sentence) => shown.push(sentence),
    () => time,
  );
  const lines = [
    '{"level":30,"msg":"row rendered"}',
    '{"level":40,"msg":"NATS connection lost, reconnecting"}',
    '{"level":50,"msg":"message could not be handled","err":{"message":"no such row\\n  detail"}}',
    'Error: a stack, not a log line',
    '{"level":40,"msg":"cut off',
  ];
  for (const line of lines) take(line);
  time = 29_000;
  take(lines[1]!);
  time = 31_000;
  take(lines[1]!);
  expect(shown).toEqual([
    'gateway: NATS connection lost, reconnecting',
    'gateway: message could not be handled (no such row)',
    'gateway: NATS connection lost, reconnecting',
  ]);
});
