import { test } from 'vitest';
import { expectSameness, videoExamples } from './expect-sameness.ts';

// Real encoders, three rows both ways: slow on a busy machine is not broken.
const LIMIT_MS = 180_000;

test.each(videoExamples('large'))(
  'the example %s, in fewer frames a second, looks and sounds as when it is rendered whole',
  { timeout: LIMIT_MS },
  expectSameness,
);
