import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const common: Options = {
  // Pictures are drawn with the shipped fonts alone, as in a render node's slots.
  env: { TZ: 'UTC', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', DISABLE_SYSTEM_FONTS_LOAD: '1' },
  pool: 'forks',
  // Real servers on a busy two-core machine: slow is not broken.
  testTimeout: 30_000,
  hookTimeout: 90_000,
};

/** The one that packages get: its ES module build would be a second copy, whose errors and types the first does not know. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

export default defineConfig({
  test: {
    // Here and not in `common`: once for the run, not once per project.
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: '100%',
    teardownTimeout: 30_000,
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: ['test/journeys/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // A whole farm each: one at a time, when the machine is theirs.
        resolve,
        test: {
          ...common,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          maxWorkers: 1,
          testTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
