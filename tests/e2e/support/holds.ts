import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from './axe.ts'
import { overflow, showNarrow } from './large-text.ts'

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
    await expectAccessibleInBothThemes(page, `${where}, ${size.width} px`)
  }
  await showNarrow(page)
  await expect.poll(() => overflow(page), { message: `${where} at 320 px` }).toBe(0)
}
