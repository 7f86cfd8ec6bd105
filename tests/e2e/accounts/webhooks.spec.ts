import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { goOffline } from '../support/offline.ts'
import { startReceiver } from '../support/receiver.ts'
import { expect, test as base, type Person } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, provide) => {
    const receiver = await startReceiver()
    await provide(receiver)
    await receiver.stop()
  },
})

const DEVELOPERS = '/settings/developers'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' })

async function addWebhook(person: Person, url: string) {
  const answer = await person.send('POST', '/v2/my/webhooks/', { url, events: ['link.created'] })
  return ((await answer.json()) as { result: { id: number } }).result.id
}

/** Returns the secret in the dialog and closes it. */
async function takeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Your webhook’s secret' })
  const secret = await dialog.locator('code').innerText()
  await expectAccessibleInBothThemes(page, 'secret of a webhook')
  await button(page, 'Done').press('Enter')
  await expect(dialog).toHaveCount(0)
  return secret
}

test('a webhook, from creation to deletion', async ({ page, person, receiver, signIn }) => {
  await signIn(page, person, DEVELOPERS)
  await expect(page.getByText(/^No webhooks yet/)).toBeVisible()
  await page.getByRole('link', { name: 'New webhook' }).press('Enter')
  const address = page.getByLabel('Address of your receiver')
  await address.fill('http://shop.example/in')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an address that starts with https://.')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill(receiver.url)
  await page.getByRole('checkbox', { name: 'A payout is paid' }).press('Space')
  await expectAccessibleInBothThemes(page, 'new webhook')
  await button(page, 'Create webhook').press('Enter')
  const secret = await takeSecret(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('127.0.0.1')
  await expect(
    page.getByText('Orders and payouts. 0 delivered, 0 failed in 30 days.'),
  ).toBeVisible()
  await expectAccessibleInBothThemes(page, 'webhook without deliveries')

  await button(page, 'Send a test').press('Enter')
  await expect(deliveries(page)).toContainText(/200 in \d+ ms/)
  await expect(page.getByText(/ 1 delivered, 0 failed/)).toBeVisible()
  expect(receiver.newest(secret)).toBe('webhook.test')

  receiver.answerWith(500)
  await button(page, 'Send a test').press('Enter')
  const failed = deliveries(page).getByRole('button', { name: /500/ })
  await expect(failed).toContainText('1 try')
  await expectAccessibleInBothThemes(page, 'deliveries')
  await failed.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'webhook.test' })
  await expect(dialog).toContainText('"type": "webhook.test"')
  await expect(dialog).toContainText('content-type: text/plain')
  await expectAccessibleInBothThemes(page, 'one delivery')
  receiver.answerWith(200)
  await dialog.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(dialog.getByText(/200 in \d+ ms/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).press('Enter')

  await button(page, 'Settings').press('Enter')
  await page.getByRole('checkbox', { name: 'A link is created' }).press('Space')
  await expectAccessibleInBothThemes(page, 'webhook settings')
  await button(page, 'Save').press('Enter')
  await expect(page.getByText(/^Orders, payouts and links\./)).toBeVisible()
  await button(page, 'Settings').press('Enter')
  await button(page, 'New secret').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).press('Enter')
  const newSecret = await takeSecret(page)
  expect(newSecret).not.toBe(secret)
  await expect(page.getByText(/^The old secret works until/)).toBeVisible()
  await button(page, 'Turn off').press('Enter')
  await expect(button(page, 'Turn off')).toHaveCount(0)
  await button(page, 'Close').press('Enter')
  await expect(page.getByText(/^Turned off on /)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'webhook that is off')
  await button(page, 'Turn on again').press('Enter')
  await expect(page.getByText(/^Turned off on /)).toHaveCount(0)

  await page.goto(DEVELOPERS)
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('link')
  await expect(row).toContainText('Works')
  expect(await page.content()).not.toContain(newSecret)
  await expectAccessibleInBothThemes(page, 'developers with a webhook')
  await row.press('Enter')
  await button(page, 'Settings').press('Enter')
  await button(page, 'Delete webhook').press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).press('Enter')
  await expect(page.getByText(/^No webhooks yet/)).toBeVisible()
})

test('a wide window shows deliveries as a table', async ({ page, person, receiver, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const id = await addWebhook(person, receiver.url)
  receiver.answerWith(410)
  await signIn(page, person, `${DEVELOPERS}/webhooks/${id}`)
  await button(page, 'Send a test').press('Enter')
  const table = page.getByRole('table', { name: 'Deliveries' })
  await expect(table).toContainText('410')
  await expect(page.getByText(/your receiver answered 410/i)).toBeVisible()
  await button(page, 'Turn on again').press('Enter')
  receiver.answerWith(200)
  await button(page, 'Send a test').press('Enter')
  await expect(table).toContainText(/200 in \d+ ms/)
  const details = page.getByRole('region', { name: 'Details of webhook.test' })
  await expect(details).toContainText('200')
  await expectAccessibleInBothThemes(page, 'table of deliveries')
  await table.getByRole('button', { name: 'webhook.test' }).last().press('Enter')
  await expect(details).toContainText('410')
  await table.getByRole('button', { name: 'Send again' }).last().press('Enter')
  await expect(table.getByText(/200 in \d+ ms/)).toHaveCount(2)
})

test('deliveries offline (WCAG 1.4.4, 1.4.10)', async ({ page, person, receiver, signIn }) => {
  const id = await addWebhook(person, receiver.url)
  await signIn(page, person, `${DEVELOPERS}/webhooks/${id}`)
  await button(page, 'Send a test').click()
  await expect(deliveries(page)).toContainText(/200 in \d+ ms/)
  await workerReady(page)
  await goOffline(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('list', { name: 'Webhooks' }).getByRole('link').click()
  await expect(page.getByText(/Offline/).first()).toBeVisible()
  await expect(deliveries(page)).toContainText(/200 in \d+ ms/)
  await button(page, 'Send a test').click()
  await expect(
    page.getByText('Couldn’t send a test. Check your connection and try again.'),
  ).toBeVisible()
  await showNarrow(page)
  await expect.poll(() => overflow(page)).toBe(0)
  await deliveries(page).getByRole('button').press('Enter')
  const body = page.locator('dialog pre').first()
  expect(await body.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
})
