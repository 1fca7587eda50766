import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const common: Options = {
  env: { TZ: 'UTC', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent' },
  pool: 'forks',
  // Real servers on a busy two-core machine: slow is not broken.
  testTimeout: 30_000,
  hookTimeout: 90_000,
};

export default defineConfig({
  test: {
    // Here and not in `common`: once for the run, not once per project.
    globalSetup: 'test/support/global-setup.ts',
    maxWorkers: '100%',
    teardownTimeout: 30_000,
    projects: [
      {
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
