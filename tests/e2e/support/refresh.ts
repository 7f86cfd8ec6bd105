import { expect, type Page } from '@playwright/test'

/**
 * What a refresh in the background is: the list is asked for again without anyone's doing. Said again
 * until it was asked, because one that is still under way is joined.
 */
export const refreshBehind = (page: Page, asked: () => number) =>
  expect
    .poll(async () => {
      await page.evaluate(() => dispatchEvent(new Event('online')))
      return asked()
    })
    .toBeGreaterThan(0)
