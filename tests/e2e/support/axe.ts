import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { keepPictures } from './pictures.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Maximum time to wait for animations. A paused animation, for example in a hidden tab, never ends.
 */
const PATIENCE_MS = 2000

/**
 * Waits until animations have ended. While colours change from one theme to the other, axe would
 * measure mixed colours. The change starts with the next frame.
 */
const untilStill = (page: Page) =>
  page.evaluate(async (patience) => {
    const enough = new Promise((resolve) => setTimeout(resolve, patience))
    const drawn = new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(resolve)),
    )
    await Promise.race([drawn, enough])
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.catch(() => undefined))
    await Promise.race([Promise.all(ending), enough])
  }, PATIENCE_MS)

/** Rules whose result depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

type Axe = { run: (options: object) => Promise<AxeResults> }

/** Runs axe on the current page and expects no violation of WCAG 2.2 AA. */
export async function expectAccessible(page: Page, where: string, rules?: string[]) {
  await untilStill(page)
  // Load axe through the debugger, so that the page's content security policy need not allow it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const results = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: Axe }).axe.run({
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    rules,
  )
  const found = results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`,
  )
  expect(found, where).toEqual([])
  await keepPictures(page, where)
}

/**
 * Runs axe in the light and the dark theme, without animations. The themes differ only in colours,
 * so the second run is for the rules about colours.
 */
export async function expectAccessibleInBothThemes(page: Page, where: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${where}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, `${where}, dark`, COLOUR_RULES)
}
