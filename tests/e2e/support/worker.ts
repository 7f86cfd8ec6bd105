import { expect, type Page } from '@playwright/test'

/** Waits until the service worker controls the page, with everything precached. */
export async function workerReady(page: Page) {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none'), {
      timeout: 20_000,
    })
    .toBe('activated')
}
