import { basename, join } from 'node:path'
import { test, type Page } from '@playwright/test'

const folder = process.env['E2E_PICTURES']
const DESKTOP = { width: 1280, height: 800 }
/** Time that a layout needs after the window size has changed. */
const SETTLED_MS = 400

/**
 * Saves screenshots for people to look at, if `E2E_PICTURES` names a folder: the current screen in
 * its own size and, if that is smaller, in desktop size. The tests do not compare them. A resize
 * may close something that the rest of the test needs, so that the test fails.
 */
export async function keepPictures(page: Page, where: string): Promise<void> {
  const own = page.viewportSize()
  if (!folder || !own) return
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const words = `${basename(test.info().file, '.spec.ts')} ${where} ${isDark ? 'dark' : 'light'}`
  const name = words.replaceAll(/[^a-z0-9]+/gi, '-')
  for (const { width, height } of own.width < DESKTOP.width ? [own, DESKTOP] : [own]) {
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(SETTLED_MS)
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
  await page.setViewportSize(own)
}
