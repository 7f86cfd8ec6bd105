import { once } from 'node:events'
import type { Page } from '@playwright/test'

/** What is drawn early stands in the document before the styles have come, without which nothing is painted. */
export const untilStyled = (page: Page) =>
  page.waitForFunction(() => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    return document.readyState !== 'loading' && styles.every(({ sheet }) => sheet)
  })

/** Keeps every file of code away until it is called: there is nothing but the page itself. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = new EventTarget()
  const released = once(held, 'released')
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.fallback()
  })
  return () => held.dispatchEvent(new Event('released'))
}
