import type { Browser } from '@playwright/test'
import { agentOf } from '#support/server/links/app-agents.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { linkRow } from '../support/links.ts'
import { expect, test } from '../support/test.ts'

/** User agent of a visitor. Headless browsers name themselves as such and count as bots. */
const BROWSER =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

const visitorWith = async (browser: Browser, baseURL: string, userAgent: string) =>
  (await browser.newContext({ baseURL, userAgent })).newPage()

test('a visitor leaves an app for their browser, and is counted once', async ({
  page,
  browser,
  server,
  openWithLink,
}) => {
  const link = await openWithLink('Oak arc lamp')
  const row = linkRow(page, 'Oak arc lamp')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await page.getByRole('tab', { name: /^Settings/ }).click()
  const choices = page.getByRole('group', { name: 'Open in browser' })
  await choices.getByRole('radio', { name: 'On' }).check()
  await expectAccessibleInBothThemes(page, 'a link that opens in the browser')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  const inApp = await visitorWith(browser, server.origin, agentOf('instagram', 'ios'))
  await inApp.goto(`/s/${link.short_code}`)
  await expect(inApp.getByRole('heading', { level: 1 })).toHaveText('Open this in your browser')
  await expect(inApp.getByText(/Tap the three dots at the top/)).toBeVisible()
  await expectAccessibleInBothThemes(inApp, 'the way out of an app on iOS')
  const here = inApp.getByRole('link', { name: 'Continue here' })
  await expect(here).toHaveAttribute('href', link.url)

  const android = await visitorWith(browser, server.origin, agentOf('instagram', 'android'))
  await android.goto(`/s/${link.short_code}`)
  await expect(android.getByRole('link', { name: 'Open in browser' })).toHaveAttribute(
    'href',
    /^intent:\/\//,
  )
  await expectAccessibleInBothThemes(android, 'the way out of an app on Android')

  const inBrowser = await visitorWith(browser, server.origin, BROWSER)
  const answer = await inBrowser.request.get(inApp.url(), { maxRedirects: 0 })
  expect([answer.status(), answer.headers()['location']]).toEqual([302, link.url])
})
