import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './tests/e2e/support/browser.ts'

const phone = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  launchOptions,
}

/**
 * `flows` runs twice: what the service worker has a part in works with it and with workers blocked
 * (R-603).
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  // No test counts on these: each has to pass at once on a busy machine, too. They are for one so busy
  // with something else that a deadline is missed; the run says which test needed them.
  retries: 2,
  // What a test may take on a busy machine; each of its steps has its own, shorter deadline.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['line'], ['json']] : [['list']],
  // Keeping a trace of every test, to throw away those that pass, is a quarter of the whole run.
  use: { trace: 'on-first-retry' },
  projects: [
    { name: 'phone', use: phone },
    {
      name: 'phone, workers blocked',
      testMatch: '**/flows*.spec.ts',
      use: { ...phone, serviceWorkers: 'block' },
    },
  ],
})
