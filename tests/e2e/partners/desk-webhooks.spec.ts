import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { openDesk } from '../support/desk.ts'
import { expectReachedByTab, pressByKeys, typeByKeys } from '../support/keys.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { startReceiver } from '../support/receiver.ts'
import { expect, test } from '../support/test.ts'

/** Checks a page of the desk at both sizes, in both themes and with large text. */
async function look(page: Page, where: string) {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expectAccessibleInBothThemes(page, `${where} at ${width}`)
  }
  await showNarrow(page)
  expect(await overflow(page), where).toBe(0)
}

/** Waits until the log has so many tests, and one with this answer. The page has no script, so it is reloaded. */
async function delivered(page: Page, tests: number, status: number) {
  await expect(page.getByRole('row', { name: /webhook\.test/ })).toHaveCount(tests)
  await expect(async () => {
    await page.reload()
    const row = page.getByRole('row', { name: new RegExp(`webhook\\.test.*${status}`) })
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('a brand adds a webhook by keyboard and sees its deliveries', async ({
  page,
  person,
  server,
}) => {
  const receiver = await startReceiver()
  try {
    const link = await openDesk(server, person)
    const press = (name: string) => pressByKeys(page, page.getByRole('button', { name }).first())
    await page.goto(link)
    await press('Sign in')
    await pressByKeys(page, page.getByRole('link', { name: 'Orders' }))
    await pressByKeys(page, page.getByRole('link', { name: 'Webhooks', exact: true }))
    await expect(page.getByText('No webhooks yet')).toBeVisible()
    const address = page.getByLabel('Address, starting with https://')
    await typeByKeys(page, address, 'http://shop.example/in')
    await press('Add webhook')
    await expect(page.getByRole('alert')).toHaveText('Enter an address that starts with https://.')
    await expect(address).toHaveAccessibleDescription(/starts with https/)
    await look(page, 'refused webhook of a brand')

    await address.fill('')
    await typeByKeys(page, address, receiver.url)
    await press('Add webhook')
    const secret = await page.getByRole('status').locator('code').innerText()
    await look(page, 'new webhook of a brand')
    await press('Send a test')
    await delivered(page, 1, 200)
    expect(receiver.newest(secret)).toBe('webhook.test')
    receiver.answerWith(500)
    await press('Send a test')
    await delivered(page, 2, 500)
    await expectReachedByTab(page, 'webhook of a brand')
    await look(page, 'webhook of a brand')
    await pressByKeys(page, page.getByRole('link', { name: 'Webhooks', exact: true }))
    await expect(page.getByRole('row', { name: /127\.0\.0\.1.*Failing/ })).toBeVisible()
    await look(page, 'webhooks of a brand')
  } finally {
    await receiver.stop()
  }
})
