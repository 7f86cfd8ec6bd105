import type { BrowserContext, Page } from '@playwright/test'

/**
 * Time in ms in which everything after the first rows is loaded, even at a quarter of the speed.
 */
const SETTLED_MS = 2500

/** Total layout shift, and the text of the element that moved most. */
export type Shift = { value: number; moved: string }

/** Runs in the page before anything is drawn: records layout shifts that no input has caused. */
export function watchShifts() {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
  const found: Shift[] = []
  Object.assign(globalThis, { shifts: found })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[])
      if (!entry.hadRecentInput) {
        const text = entry.sources[0]?.node?.textContent ?? ''
        found.push({ value: entry.value, moved: text.slice(0, 24) })
      }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function settled(page: Page): Promise<Shift> {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(SETTLED_MS)
  const all = await page.evaluate(() => {
    const { shifts } = globalThis as unknown as { shifts: Shift[] }
    return shifts.splice(0)
  })
  const worst = all.toSorted((a, b) => b.value - a.value)[0]
  return { value: all.reduce((sum, { value }) => sum + value, 0), moved: worst?.moved ?? '' }
}

/**
 * Measures the shifts of one screen: started online and offline, and when the connection is lost
 * and restored.
 */
export async function shiftsOf(context: BrowserContext, page: Page, address: string) {
  await page.goto(address)
  const online = await settled(page)
  await context.setOffline(true)
  await page.reload()
  const offline = await settled(page)
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await page.waitForTimeout(600)
  await settled(page)
  await context.setOffline(false)
  const found = await settled(page)
  await context.setOffline(true)
  const lost = await settled(page)
  await context.setOffline(false)
  await settled(page)
  return { online, offline, found, lost }
}
