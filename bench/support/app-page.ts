import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.mjs'

/** Factor for a phone's processor, which has about a quarter of this machine's speed. */
const CPU_SLOWDOWN = 4

/** Pause in ms, so that work of the previous start does not affect the next measurement. */
export const SETTLE_MS = 2500

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser().path,
    args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })

/** Opens a browser context of a phone's size whose pages mark what is drawn. */
export async function phone(browser: Browser, options: object = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  // The TypeScript loader uses this helper for function names, and pages do not have it.
  await context.addInitScript('globalThis.__name = (named) => named')
  await context.addInitScript(markDrawn)
  return context
}

/**
 * Runs in the page: marks when the shell and the first row of real data are in the document, and
 * when the frame with them was painted.
 */
function markDrawn() {
  const parts = new Map([
    ['shell', 'nav'],
    ['first-row', '[data-link-row], [data-saved-row]'],
    // Interactive rows. The first row may be plain text from a saved page.
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

/** Signs up with the forms and returns the session's token. */
export async function signUp(page: Page, origin: string, email: string): Promise<string> {
  await page.goto(`${origin}/multi-connect/signup`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  // Wait until the app has exchanged its one-time token for a session.
  await page.getByRole('navigation').first().waitFor()
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'token')?.value ?? ''
  await finishOnboarding(origin, token)
  return token
}

/** Marks onboarding as finished, because the benchmarks measure the app of a returning user. */
export async function finishOnboarding(origin: string, token: string): Promise<void> {
  await fetch(`${origin}/v2/my/onboarding/`, {
    method: 'PATCH',
    headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ finished: true, tasks_closed: true }),
  })
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** Returns the time of a mark in ms since the start of the navigation. Waits until it exists. */
export const markedAt = (page: Page, mark: string) =>
  page.evaluate(async (name) => {
    while (performance.getEntriesByName(name).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
    return performance.getEntriesByName(name)[0]?.startTime ?? NaN
  }, mark)

export const ms = (value: number) => `${value.toFixed(0)} ms`
