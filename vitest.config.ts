import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** How long a promise may take is not what tests measure. */
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
          // Else one less than there are cores, of which most machines that run this have two.
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
          testTimeout: 60_000,
          expect: patient,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Reading the whole server in for each file is a third of the work, and it keeps next to nothing
          // in its modules. A module that a test has mocked would not be read in again: spy on it instead.
          isolate: false,
          // These wait for real processes, which a busy machine may hold up; `npm test` names who needed it.
          retry: 2,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/patience.ts'],
          // Some thirty steps of several waits each, on a machine that is busy with something else.
          testTimeout: 10 * 60_000,
          maxWorkers: 2,
          // Three drivers that are not ours; `npm test` names the step that needed it.
          retry: 1,
        },
      },
    ],
  },
})
