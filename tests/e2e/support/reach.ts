import type { Page } from '@playwright/test'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="switch"]'

/** Returns controls that another element covers even when they are scrolled to the middle. */
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
