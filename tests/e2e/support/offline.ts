import type { Page } from '@playwright/test'

export const disconnect = (page: Page) => page.context().setOffline(true)

/** Disconnects the browser and shows the saved copy on this page. */
export async function goOffline(page: Page) {
  await disconnect(page)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
}

export const goOnline = (page: Page) => page.context().setOffline(false)
