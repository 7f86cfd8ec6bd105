import { once } from 'node:events'
import type { Page } from '@playwright/test'

/** All of the page itself stands there; what it is drawn with is in it, too. */
export const untilParsed = (page: Page) =>
  page.waitForFunction(() => document.readyState !== 'loading')

/** Keeps every file of code and of styles away until it is called: there is nothing but the page itself. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = new EventTarget()
  const released = once(held, 'released')
  await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
    await released
    await route.fallback()
  })
  return () => held.dispatchEvent(new Event('released'))
}
