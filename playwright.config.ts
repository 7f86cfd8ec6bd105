import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './tests/e2e/support/browser.ts'

const phone = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  launchOptions,
}

/**
 * Flows that also run with service workers blocked: those in which the worker has a part. Other
 * screens read and write through the same code.
 */
const ALSO_WITHOUT_WORKER = '**/flows-{first-visit,links,notifications,outbox}.spec.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  // Retries cover a machine so busy that a deadline is missed. Tests should pass at the first
  // attempt; the run lists those that did not.
  retries: 2,
  // Limit for a test on a busy machine. Each step has its own, shorter limit.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['line'], ['json']] : [['list']],
  // Recording a trace of every test would take a quarter of the run.
  use: { trace: 'on-first-retry' },
  projects: [
    { name: 'phone', use: phone },
    {
      name: 'phone, workers blocked',
      testMatch: ALSO_WITHOUT_WORKER,
      use: { ...phone, serviceWorkers: 'block' },
    },
  ],
})
