import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Long limit for polling, because tests do not measure speed. */
const patient = { poll: { timeout: 10_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [react()],
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'sw/**/*.test.ts',
            'extension/**/*.test.ts',
            'tests/*.test.ts',
            'tests/sw/**/*.test.ts',
          ],
          environment: './tests/support/window-environment.ts',
          globalSetup: 'tests/support/window-bundle.ts',
          setupFiles: ['fake-indexeddb/auto', 'tests/support/unit-setup.ts'],
          testTimeout: 60_000,
          expect: patient,
          hookTimeout: 60_000,
          restoreMocks: true,
          // The default is one less than the number of cores, and most machines that run the tests
          // have two.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/patience.ts', 'tests/support/server/shared-process.ts'],
          globalSetup: 'tests/support/server/global-setup.ts',
          // Many of these tests start whole servers, and the machine may be busy.
          testTimeout: 120_000,
          expect: patient,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // Without isolation, the server's modules are loaded once and not per file, which saves a
          // third of the time. They keep almost no state. A mocked module would stay loaded, so use
          // spies instead.
          isolate: false,
          // These tests wait for real processes, which a busy machine may delay. `npm test` lists
          // the tests that were retried.
          retry: 2,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/patience.ts'],
          // Limit for about thirty steps with several waits each, on a busy machine.
          testTimeout: 10 * 60_000,
          maxWorkers: 2,
          // Retry because of the external drivers. `npm test` lists the tests that were retried.
          retry: 1,
        },
      },
    ],
  },
})
