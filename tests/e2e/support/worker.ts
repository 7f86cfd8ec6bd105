import { expect, type Page } from '@playwright/test'

/** Waits until the service worker controls the page and has filled its precache. */
export async function workerReady(page: Page) {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'), {
      timeout: 20_000,
    })
    .toBe('activated')
}
