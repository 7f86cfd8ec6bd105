import { expect, type Page } from '@playwright/test'

/**
 * Triggers a refresh of the list in the background. Repeats the `online` event until a request is
 * sent, because the app joins a refresh that is still running.
 */
export const refreshBehind = (page: Page, asked: () => number) =>
  expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return asked()
    })
    .toBeGreaterThan(0)
