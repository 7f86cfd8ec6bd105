import { basename, join } from 'node:path'
import { test, type Page } from '@playwright/test'

const folder = process.env['E2E_PICTURES']
const DESKTOP = { width: 1280, height: 800 }
/** What a layout takes that follows the size of its window. */
const SETTLED_MS = 400

/**
 * Where `E2E_PICTURES` names a folder: the screen as it stands, at its own size and as a desktop shows it,
 * in the theme it has, for people who look. Nothing of it is compared. What a new size closes is missing
 * in the rest of a test, which may fail then.
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
