import { expect, type Page } from '@playwright/test'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="switch"]'

/** Controls on which something else lies even where scrolling brings them to the middle of what shows them. */
export const covered = (page: Page, inside: string): Promise<string[]> =>
  page.locator(inside).evaluate(
    (place, controls) =>
      [...place.querySelectorAll<HTMLElement>(controls)]
        .filter((one) => one.checkVisibility() && !one.closest('.vh'))
        .filter((one) => {
          one.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, top, width, height } = one.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return !hit || !(one.contains(hit) || hit.closest('label')?.contains(one))
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    CONTROLS,
  )

type Stop = { name: string; inside: boolean; seen: boolean }

/** Where the focus is: in the content, and whether it can be seen there. */
const stopNow = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const one = document.activeElement
    if (!one || one === document.body) return null
    const shown = one.matches('.vh, [type="checkbox"], [type="radio"]') ? one.parentElement : one
    const { left, top, width, height } = (shown ?? one).getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    const seen = hit !== null && (one.contains(hit) || hit.contains(one) || !!shown?.contains(hit))
    return {
      name: one.outerHTML.slice(0, 100),
      inside: one.closest('main') !== null,
      seen,
    }
  })

const MOST_STOPS = 120

/** By Tab alone, once round the page: each control of the content is reached, and none lies under something. */
export async function expectReachedByTab(page: Page, where: string): Promise<void> {
  const wanted = await page
    .locator('main')
    .evaluate(
      (main, controls) =>
        [...main.querySelectorAll<HTMLElement>(controls)].filter(
          (one) => one.checkVisibility() && one.tabIndex >= 0 && !one.matches(':disabled'),
        ).length,
      CONTROLS,
    )
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  const stops = new Map<string, Stop>()
  let reached = 0
  for (let presses = 0; presses < MOST_STOPS && reached < wanted; presses += 1) {
    await page.keyboard.press('Tab')
    const stop = await stopNow(page)
    if (!stop?.inside) continue
    reached += 1
    stops.set(stop.name, stop)
  }
  expect(reached, `${where}: controls reached by Tab`).toBe(wanted)
  const hidden = [...stops.values()].filter(({ seen }) => !seen).map(({ name }) => name)
  expect(hidden, `${where}: the focus lies under something`).toEqual([])
}
