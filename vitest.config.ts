import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Long limit for polling, because tests do not measure speed. */
const patient = { poll: { timeout: 10_000 } }

const unitTests = [
  ...['src', 'sw', 'extension', 'tests/sw'].flatMap((folder) => testsIn(folder, true)),
  ...testsIn('tests', false),
]

/**
 * Unit tests that need a process of their own. A mocked module would stay loaded, and pages that
 * were left keep what they hold in the simulated browser.
 */
const needsProcess = (file: string) =>
  /vi\.(do)?mock\(|leave-page|\bpersisted\b/i.test(readFileSync(file, 'utf8'))

function testsIn(folder: string, recursive: boolean): string[] {
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

function unit(name: string, include: string[], isolate: boolean): TestProjectInlineConfiguration {
  return {
    plugins: [react()],
    test: {
      name,
      include,
      isolate,
      // The default collects garbage several hundred times per second while modules are loaded. Not
      // for server tests: threads that reach their memory limit would end the whole process.
      execArgv: ['--max-semi-space-size=64'],
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
  }
}

export default defineConfig({
  test: {
    projects: [
      // Sharing a process loads the packages once and not per file, which saves two thirds of the
      // time.
      unit(
        'unit',
        unitTests.filter((file) => !needsProcess(file)),
        false,
      ),
      unit('unit, apart', unitTests.filter(needsProcess), true),
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
