import type { Page } from '@playwright/test'
import { SCREENS } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const DESK = { width: 1280, height: 800 }

const setText = (page: Page, size: string) =>
  page.evaluate((text) => void (document.documentElement.style.fontSize = text), size)

/**
 * Returns the names of controls in the top bar that extend beyond the window, or overlap its title
 * or each other.
 */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll('main > header :is(a, button:not([role=tab]), h1)'),
    ].filter((part) => part.getClientRects().length > 0 && !part.classList.contains('vh'))
    const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }))
    return boxes
      .filter(({ part, box: a }, i) => {
        const isOver = boxes
          .slice(i + 1)
          .filter((other) => !part.contains(other.part))
          .some(
            ({ box: b }) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 14 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8,
          )
        return isOver || a.left < -1 || a.right > innerWidth + 1
      })
      .map(({ part }) => part.ariaLabel ?? part.textContent)
  })

async function expectBoth(page: Page, where: string) {
  const home = page.getByRole('link', { name: 'Split home', exact: true })
  await expect(home, where).toHaveCount(1)
  await expect(home, where).toBeInViewport()
  await expect(home, where).toHaveAttribute('href', '/')
  const unread = page.getByRole('link', { name: /^\d+ unread messages?$/ })
  await expect(unread, where).toHaveCount(1)
  await expect(unread, where).toBeInViewport()
  await expect(unread, where).toHaveAttribute('href', '/partners/chat')
}

test('every top bar has logo and messages (R-077, R-078)', async ({ page, openApp }) => {
  test.slow()
  await page.setViewportSize(PHONE)
  await openApp()
  for (const path of [...SCREENS, '/more']) {
    await page.setViewportSize(PHONE)
    await page.goto(path)
    await expect(page.locator('h1'), path).toHaveCount(1)
    await expectBoth(page, path)
    expect(await crowded(page), path).toEqual([])
    await page.setViewportSize(NARROW)
    for (const size of ['', '200%']) {
      await setText(page, size)
      await expectBoth(page, `${path}, 320 px, text ${size}`)
      expect(await crowded(page), `${path}, 320 px, text ${size}`).toEqual([])
    }
    await setText(page, '')
    if (path === '/more') continue
    await page.setViewportSize(DESK)
    await expectBoth(page, `${path}, desktop`)
  }
})
