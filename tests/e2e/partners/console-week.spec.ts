import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import { URI } from 'otpauth'
import { V2 } from '#contract/app-constants.ts'
import { addFailedJob, addMoney, enterConsole, resetLimits } from '../support/staff/console.ts'
import type { RunningServer } from '../support/running-server.ts'
import { expect, test, type Person } from '../support/test.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Sets up an authenticator app for a person, as the settings of the app do. */
async function addAuthenticator(person: Person) {
  const path = `${V2}/factors/authenticator/`
  const begun = await person.send('POST', path, { password: person.password })
  const { result } = (await begun.json()) as { result: { uri: string } }
  const code = URI.parse(result.uri).generate()
  expect((await person.send('POST', `${path}confirm/`, { code })).status()).toBe(200)
}

/** Reports a link as a visitor does. */
async function report(page: Page, person: Person, server: RunningServer) {
  const { short_code: code } = await person.addLink('https://trap.example/lamp')
  await page.goto(`${server.origin}/s/${code}+`)
  await page.getByText('Report abuse').click()
  await page.getByLabel('What is wrong?').selectOption('scam')
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Your email').fill('eve@people.example')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('button', { name: 'Send report' })).toBeHidden()
  return code
}

type Screen = { width: number; colorScheme: 'light' | 'dark' }
const SCREENS: Screen[] = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

for (const screen of SCREENS) {
  const shown = `${screen.width} px, ${screen.colorScheme}`
  test(`an operator decides in the console alone at ${shown}, without script`, async ({
    browser,
    person,
    server,
  }) => {
    test.slow()
    await spendWeek(browser, server, person, screen)
  })
}

/** Decides about one of everything that waits, with links and forms only. */
async function spendWeek(
  browser: Browser,
  server: RunningServer,
  person: Person,
  { width, colorScheme }: Screen,
) {
  await resetLimits(server)
  const { brand } = await addMoney(server, person)
  await addAuthenticator(person)
  await addFailedJob(server)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: server.origin,
    colorScheme,
    viewport: { width, height: 844 },
  })
  const page = await context.newPage()
  const code = await report(page, person, server)
  await enterConsole(page, server, person)
  const needs = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name })
  const decide = async (name: RegExp) => {
    await page.goto('/console/today')
    await needs(name).getByRole('link').click()
  }

  // A report is decided.
  await decide(/report/)
  const reported = page.getByRole('row', { name: new RegExp(code) })
  await reported.getByText('Block', { exact: false }).first().click()
  await reported.getByLabel('Reason').first().fill('A trap')
  await reported.getByLabel('Rule that it breaks').fill('No traps')
  await reported.getByRole('button', { name: /^Block/ }).click()
  await expect(reported).toBeHidden()

  // A second factor is reset.
  await page.getByRole('searchbox', { name: 'Find a person' }).fill(person.email)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: person.email }).click()
  await page.getByText('Reset second factor').first().click()
  await page.getByLabel('Reason').first().fill('Called from the number we know')
  await page.getByRole('button', { name: /^Reset second factor/ }).click()
  await expect(page.getByText('without a second factor')).toBeVisible()

  // Support writes to the person.
  await page.getByRole('link', { name: 'Write a message' }).click()
  await page.getByLabel(/^Answer as/).fill('Your second factor is reset.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your second factor is reset.')).toBeVisible()

  // A brand is admitted.
  const key = `admitted-${width}-${colorScheme}`
  await page.goto('/console/brands')
  await page.getByRole('link', { name: 'Add a brand' }).click()
  await page.getByLabel('Key', { exact: true }).fill(key)
  await page.getByLabel('Name', { exact: true }).fill('Sample Garden')
  await page.getByLabel('Commission in percent').fill('800')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByText('Write a percentage from 0 to 100')).toBeVisible()
  await page.getByLabel('Commission in percent').fill('8')
  await page.getByLabel('Share of the creator').fill('75')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByText(`+ brand ${key}`)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(title(page, 'Sample Garden')).toBeVisible()

  // A brand gets a link to its desk.
  await page.goto(`/console/brands/${brand}`)
  await page.getByText('Send a link to the desk').first().click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('shop@pottery.example')
  await page.getByRole('button', { name: /^Send a link to the desk/ }).click()
  await expect(title(page, 'Sent a brand its link')).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByText('shop@pottery.example')).toBeVisible()

  // A held order is approved.
  await decide(/held/)
  await page.getByRole('checkbox', { name: `second-${brand}` }).check()
  await page.getByLabel('Reason for the chosen orders').fill('The shop confirms')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('checkbox', { name: `second-${brand}` })).toBeHidden()

  // A payout is approved, put into a batch and paid.
  await decide(/payout/)
  const own = page.getByRole('row', { name: new RegExp(person.email) })
  const [number = ''] = /R-\d+-\d+/.exec(await own.innerText()) ?? []
  const choose = async () => {
    await page.getByRole('checkbox', { name: number }).check()
    await page.getByRole('button', { name: 'Decide about the chosen payouts' }).click()
    await expect(title(page, 'Decide about payouts')).toBeVisible()
  }
  await choose()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('button', { name: /^Open a batch to pay by hand/ }).click()
  await page
    .getByRole('link', { name: /^Batch/ })
    .first()
    .click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the file/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(number)
  await page.getByRole('button', { name: 'Decide about the chosen payouts' }).click()
  await page
    .getByText(/^Record as paid/)
    .first()
    .click()
  await page.getByLabel('Reference of the payment').fill('BANK-7')
  await page.getByRole('button', { name: /^Record as paid/ }).click()
  await page
    .getByRole('link', { name: /^Batch/ })
    .first()
    .click()
  await expect(page.getByRole('row', { name: new RegExp(`${number}.*Paid, BANK-7`) })).toBeVisible()

  // A failed job is retried.
  await decide(/jobs? failed/)
  await expect(page.getByText('The mail server refused').first()).toBeVisible()
  const retry = page.getByRole('button', { name: /^Retry/ })
  for (let left = await retry.count(); left > 0; left -= 1) {
    await retry.first().click()
    await expect(retry).toHaveCount(left - 1)
  }

  // The log has all of it.
  await page.goto('/console/audit')
  for (const done of [
    'Blocked',
    'Reset the second factor',
    'Sent a message',
    'Approved an order',
    'Retried a failed job',
  ])
    await expect(
      page.getByRole('row', { name: new RegExp(`Ben Sample.*${done}`) }).first(),
    ).toBeVisible()
  const paid = page.getByRole('row', { name: /Ben Sample.*Recorded payouts as paid.*BANK-7/ })
  await expect(paid.first()).toBeVisible()
  expect(await server.operator('audit', 'verify')).toContain('The audit log is whole')
  await context.close()
}
