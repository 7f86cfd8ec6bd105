import { doubleText } from '../support/large-text.ts'
import { expect, test } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

/** Screens outside the settings. settings-screens.spec.ts checks the settings. */
const SCREENS: [title: string, addresses: string[]][] = [
  ['refer, help, tools and what is kept here', ['/refer', '/info', '/tools', '/secret-settings']],
]

for (const [title, addresses] of SCREENS) {
  test(`no cut words at 320 px: ${title} (WCAG 1.4.4, 1.4.10)`, async ({ page, openApp }) => {
    await page.setViewportSize({ width: 320, height: 844 })
    await openApp(addresses[0])
    for (const address of addresses) {
      await page.goto(address)
      await page.locator('main h1').waitFor()
      await doubleText(page)
      await expect.poll(() => cutWords(page), { message: address }).toEqual([])
      const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await tooWide(), address).toBeLessThanOrEqual(0)
    }
  })
}
