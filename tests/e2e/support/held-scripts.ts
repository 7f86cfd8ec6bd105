import { once } from 'node:events'
import type { Page } from '@playwright/test'

/** Waits until the HTML of the page has been parsed, including its inline styles and scripts. */
export const untilParsed = (page: Page) =>
  page.waitForFunction(() => document.readyState !== 'loading')

/**
 * Holds all script and style files until the returned function is called, so that only the HTML is
 * shown.
 */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = new EventTarget()
  const released = once(held, 'released')
  await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
    await released
    await route.fallback()
  })
  return () => held.dispatchEvent(new Event('released'))
}
