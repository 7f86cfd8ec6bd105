import type { Page } from '@playwright/test'

export type Scrolled = { fps: number; frames: number; blank: number; samples: number }

/**
 * Scrolls at a steady speed, looking at every frame whether rows stand where the window is. Blank is
 * a place of the window without a row or with one that has not been read.
 */
export const scroll = (page: Page, row: string, pxPerSecond: number, ms: number) =>
  page.evaluate(
    ([selector, speed, duration]) =>
      new Promise<Scrolled>((resolve) => {
        const seen = { frames: 0, blank: 0, samples: 0 }
        const from = window.scrollY
        let begun = 0
        function frame(now: number) {
          begun ||= now
          const passed = now - begun
          if (passed >= duration)
            return resolve({ ...seen, fps: (seen.frames - 1) / (passed / 1000) })
          seen.frames += 1
          look()
          window.scrollTo(0, from + (speed * passed) / 1000)
          return requestAnimationFrame(frame)
        }
        /**
         * In the middle of the window; a heading or the gap between two is no blank. By their boxes:
         * to ask for the element at a place makes a slowed page search for four of its 16 ms.
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

/** What this machine can do just now: the same on a page with nothing but a height. */
export async function scrollNothing(page: Page, pxPerSecond: number, ms: number) {
  await page.goto('about:blank')
  await page.evaluate(() => {
    document.body.style.height = '100000px'
  })
  return scroll(page, 'html', pxPerSecond, ms)
}

/** Frames at 60 Hz from the end of the debounce until the list shows what was searched for. */
export const search = (page: Page, query: string, debounceMs: number) =>
  page.evaluate(
    ([text, debounce]) =>
      new Promise<number>((resolve) => {
        const field = document.querySelector<HTMLInputElement>('input[type="search"]')
        if (!field) return resolve(NaN)
        // Past React's own setter, which would take the text for its own.
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

/** Bytes of JavaScript objects that are still reachable. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
