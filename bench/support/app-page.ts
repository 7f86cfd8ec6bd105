import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.mjs'

/** A phone's processor is about a quarter of this one's. */
const SLOWER = 4

/** A start that comes while the one before is still at work would be measured with it. */
export const SETTLE_MS = 2500

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser().path,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })

/** A phone's window whose pages mark what is drawn. */
export async function phone(browser: Browser, options: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  // The runner of these files names functions through a helper that no page has.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(markDrawn)
  return context
}

/**
 * Runs in the page: marks when the shell and the first row of real data stand in the document, and
 * when the frame that shows them has been painted.
 */
function markDrawn() {
  const parts = new Map([
    ['shell', 'nav'],
    ['first-row', '[data-link-row], [data-saved-row]'],
    // What can be pressed, where the first row was text.
    ['list', '[data-link-row]'],
  ])
  new MutationObserver((_, observer) => {
    for (const [name, selector] of parts) {
      if (!document.querySelector(selector)) continue
      parts.delete(name)
      performance.mark(name)
      requestAnimationFrame(() => setTimeout(() => performance.mark(`${name}-painted`), 0))
    }
    if (parts.size === 0) observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
}

/** Signs up through the screens and answers the session's token. */
export async function signUp(page: Page, origin: string, email: string): Promise<string> {
  await page.goto(`${origin}/multi-connect/signup`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  // The app has turned its one-time token into a session.
  await page.getByRole('navigation').first().waitFor()
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'token')?.value ?? ''
  await closeFirstSteps(origin, token)
  return token
}

/** As whoever presses their cross: what is measured is the app of somebody who has been here. */
export async function closeFirstSteps(origin: string, token: string): Promise<void> {
  await fetch(`${origin}/v2/my/onboarding/`, {
    method: 'PATCH',
    headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ finished: true, tasks_closed: true }),
  })
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** When a mark was set, in ms after the start of the navigation. */
export const markedAt = (page: Page, mark: string) =>
  page.evaluate(async (name) => {
    while (performance.getEntriesByName(name).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return performance.getEntriesByName(name)[0]?.startTime ?? NaN
  }, mark)

export const ms = (value: number) => `${value.toFixed(0)} ms`
