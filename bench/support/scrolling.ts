import type { Page } from '@playwright/test'
import { bareList } from './bare-list.ts'
import { median } from './table.ts'

const SCROLLS = 3
const SCROLL_MS = 3000
/** Time in ms for the work after the first rows to finish. */
const SETTLE_MS = 3000

type Scrolled = { fps: number; frames: number; blank: number; samples: number }

/**
 * Scrolls at a constant speed and checks in every frame whether the window shows rows. A sample is
 * blank if there is no row or an unread one.
 */
const scroll = (page: Page, row: string, pxPerSecond: number, ms: number) =>
  page.evaluate(
    ([selector, speed, duration]) =>
      new Promise<Scrolled>((resolve) => {
        const seen = { frames: 0, blank: 0, samples: 0 }
        const from = window.scrollY
        let startedAt = 0
        function frame(now: number) {
          startedAt ||= now
          const passed = now - startedAt
          if (passed >= duration)
            return resolve({ ...seen, fps: (seen.frames - 1) / (passed / 1000) })
          seen.frames += 1
          look()
          window.scrollTo(0, from + (speed * passed) / 1000)
          return requestAnimationFrame(frame)
        }
        /**
         * Checks the middle of the window. Headings and the gap between rows are not blank.
         * Compares boxes, because elementFromPoint takes 4 of the 16 ms on a slowed page.
         */
        function look() {
          const y = innerHeight * (seen.frames % 2 ? 0.35 : 0.65)
          const isThere = [...document.querySelectorAll(`${selector}, h2`)].some((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return top <= y + 24 && y < bottom
          })
          seen.samples += 1
          if (!isThere) seen.blank += 1
        }
        requestAnimationFrame(frame)
      }),
    [row, pxPerSecond, ms] as const,
  )

/**
 * Measures the app and the same rows without it, alternating so that both run under the same
 * conditions. `open` opens the app's list. Returns medians, and the total of the app's blank
 * samples.
 */
export async function scrollBeside(
  page: Page,
  row: string,
  pxPerSecond: number,
  open: () => Promise<void>,
) {
  const seen = { app: [] as Scrolled[], bare: [] as Scrolled[] }
  for (let round = 0; round < SCROLLS; round++) {
    await open()
    await page.waitForTimeout(SETTLE_MS)
    seen.app.push(await scroll(page, row, pxPerSecond, SCROLL_MS))
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(SETTLE_MS / 3)
    await bareList(page, row)
    seen.bare.push(await scroll(page, row, pxPerSecond, SCROLL_MS))
  }
  const [app, bare] = [seen.app, seen.bare].map((rounds) => median(rounds.map(({ fps }) => fps)))
  const total = (of: 'blank' | 'samples') => seen.app.reduce((sum, round) => sum + round[of], 0)
  return { app: app ?? NaN, bare: bare ?? NaN, blank: total('blank'), samples: total('samples') }
}

/**
 * Returns the number of frames at 60 Hz from the end of the debounce until the list shows the
 * results.
 */
export const search = (page: Page, query: string, debounceMs: number) =>
  page.evaluate(
    ([text, debounce]) =>
      new Promise<number>((resolve) => {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')
        if (!field) return resolve(NaN)
        // Bypass React's own setter, which would ignore the change.
        Reflect.set(HTMLInputElement.prototype, 'value', text, field)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        const typed = performance.now()
        const found = () => {
          const rows = [...document.querySelectorAll('[data-link-row]')]
          return rows.length > 0 && rows.every((row) => row.textContent.includes(text))
        }
        requestAnimationFrame(function look() {
          if (found()) resolve((performance.now() - typed - debounce) / (1000 / 60))
          else requestAnimationFrame(look)
        })
      }),
    [query, debounceMs] as const,
  )

/** Returns the bytes of reachable JavaScript objects. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
