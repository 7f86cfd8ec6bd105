import { expect, test } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

/** Screens outside the settings. settings-screens.spec.ts checks the settings. */
const SCREENS: [title: string, addresses: string[]][] = [
  ['refer, help, tools and what is kept here', ['/refer', '/info', '/tools', '/secret-settings']],
]

for (const [title, addresses] of SCREENS) {
  test(`at 320 px, with text twice as large, every word is whole: ${title} (WCAG 1.4.4, 1.4.10)`, async ({
    page,
    person,
    signIn,
  }) => {
    await page.setViewportSize({ width: 320, height: 844 })
    await signIn(page, person, addresses[0])
    for (const address of addresses) {
      await page.goto(address)
      await page.locator('main h1').waitFor()
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      await expect.poll(() => cutWords(page), { message: address }).toEqual([])
      const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await tooWide(), address).toBeLessThanOrEqual(0)
    }
  })
}
