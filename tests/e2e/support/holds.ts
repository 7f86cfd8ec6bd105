import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]

/**
 * Runs axe on the screen that `open` shows, in both themes on a phone and a wide screen. Then
 * checks that at 320 px with 200% text size nothing is wider than the window (WCAG 1.4.4, 1.4.10).
 */
export async function expectHolds(page: Page, where: string, open: () => Promise<void>) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await open()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, `${where}, ${size.width} px, ${colorScheme}`)
    }
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(tooWide, { message: `${where} at 320 px` }).toBe(0)
}
