import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** As in the browser: a busy machine may miss a deadline; `npm test` names who needed it. */
const retry = 2

/** How long a promise may take is not what tests measure. */
const patient = { poll: { timeout: 10_000 } }

/** A connection that is cut while the driver asks for types: see `outliveLostConnections`. */
const isOutlived = (error: object) =>
  'query' in error && String(error.query).includes('pg_catalog.pg_type')

export default defineConfig({
  test: {
    onUnhandledError: (error) => !isOutlived(error),
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
          environment: 'happy-dom',
          setupFiles: ['fake-indexeddb/auto', 'tests/support/unit-setup.ts'],
          testTimeout: 30_000,
          expect: patient,
          hookTimeout: 30_000,
          restoreMocks: true,
          retry,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/patience.ts'],
          globalSetup: 'tests/support/server/global-setup.ts',
          testTimeout: 30_000,
          expect: patient,
          hookTimeout: 60_000,
          maxWorkers: 2,
          retry,
        },
      },
    ],
  },
})
