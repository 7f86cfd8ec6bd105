import type { Page } from '@playwright/test'

export const doubleText = (page: Page) =>
  page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))

/** Shows the page on a screen 320 px wide with text of twice the size. */
export async function showNarrow(page: Page, height = 640) {
  await page.setViewportSize({ width: 320, height })
  await doubleText(page)
}

/** Returns by how many pixels the page is wider than the screen. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
