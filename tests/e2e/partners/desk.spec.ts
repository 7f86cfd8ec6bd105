import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import { expectAccessible } from '../support/axe.ts'
import type { RunningServer } from '../support/running-server.ts'
import { expect, test, type Person } from '../support/test.ts'

/** A brand of this test alone: the server has had others. */
const keyOf = ({ uuid }: Person) => `bakery-${uuid}`
const contentOf = (person: Person) => `brands:
  - key: ${keyOf(person)}
    name: Sample Bakery
    website: https://${keyOf(person)}.example
    stores: [${keyOf(person)}.example]
    rate: 10
    creator_share: 100
    click_param: kid
    postback_key: a-key-of-${keyOf(person)}
campaigns:
  - { key: bread-${person.uuid}, brand: ${keyOf(person)}, name: Bread Week, text: Show one loaf. }
`
const STRANGER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function apply(server: RunningServer, person: Person) {
  const folder = await mkdtemp(join(tmpdir(), 'split-content-'))
  const file = join(folder, 'content.yaml')
  await writeFile(file, contentOf(person))
  await server.operator('content', 'apply', file)
  await rm(folder, { recursive: true })
}

/** Somebody follows a link of this person to the brand, and buys. */
async function sell(server: RunningServer, person: Person) {
  const names = { first_name: 'Ana', last_name: 'Example', contact_email: person.email }
  const named = await person.send('PUT', `${V2}/profile/public/update_profile/`, names)
  expect(named.status()).toBe(200)
  const link = await person.addLink(`https://${keyOf(person)}.example/bread`)
  const headers = { 'User-Agent': STRANGER }
  const led = await fetch(link.split_url, { redirect: 'manual', headers })
  const clickId = new URL(led.headers.get('location') ?? '').searchParams.get('kid')
  const told = () =>
    fetch(`${server.origin}/postback`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Postback-Key': `a-key-of-${keyOf(person)}`,
      },
      body: JSON.stringify({ click_id: clickId, order_id: person.uuid, amount: '80.00' }),
    }).then(({ status }) => status)
  await expect.poll(told).toBe(200)
  const missed = await person.send('POST', '/v1/bank/missing_sales/', {
    day: new Date().toISOString().slice(0, 10),
    shop: `${keyOf(person)}.example`,
    order_number: 'B-77',
    note: '',
  })
  expect(missed.status()).toBe(201)
  return clickId ?? ''
}

/** As her app does it. */
async function accept(person: Person) {
  const asked = await person.send('GET', `${V2}/unmasking/invitations/`)
  const { results } = (await asked.json()) as { results: { id: number }[] }
  const path = `${V2}/unmasking/invitations/${results[0]?.id}/accept/`
  expect((await person.send('PUT', path)).status()).toBe(200)
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a brand works at its desk without a script, and sees a name once it was shown one', async ({
  browser,
  person,
  server,
}) => {
  await apply(server, person)
  const clickId = await sell(server, person)
  const printed = await server.operator('brand-link', keyOf(person))
  const [link = ''] = /http\S+/.exec(printed) ?? []
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()

  // In, by the button and not by looking.
  await page.goto(link)
  await expect(title(page, 'The desk of Sample Bakery')).toBeVisible()
  await button(page, 'Sign in').click()
  await expect(title(page, 'Partners')).toBeVisible()
  await expect(page.getByText('Name not shared')).toBeVisible()
  await expect(page.getByRole('row', { name: /P-\w+.*\$80\.00/ })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Ana')

  // The keyboard alone: past the head, to the invitation, and back.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await button(page, /^Invite P-/).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Invited /)).toBeVisible()
  await button(page, /^Take the invitation/).click()
  await button(page, /^Invite P-/).click()
  await expect(page.getByText(/^Invited /)).toBeVisible()
  await accept(person)
  await page.goto('/desk/partners')
  await expect(page.getByRole('link', { name: 'Ana Example' })).toBeVisible()

  // The brand writes.
  await button(page, 'Message').click()
  await expect(page.getByRole('heading', { name: 'Ana Example' })).toBeVisible()
  await page.getByLabel('Write to Ana Example').fill('Would you try the new loaf?')
  await button(page, 'Send').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'the new loaf' })).toBeVisible()

  // What its shop told, and what a call would come to.
  const tabs = page.getByRole('navigation', { name: 'Brand desk' })
  await tabs.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('row', { name: new RegExp(person.uuid) })).toBeVisible()
  await page.locator('summary', { hasText: 'Answer' }).click()
  await page.getByLabel('Why it is declined').fill('Nobody paid for it')
  await button(page, 'Decline').click()
  await expect(page.getByRole('status')).toContainText('The creator can see it.')
  await expect(page.getByRole('row', { name: /B-77.*Nobody paid for it/ })).toBeVisible()
  await page.getByRole('link', { name: 'Postbacks' }).click()
  await page.getByLabel('Click id').fill(clickId)
  await button(page, 'Send test').click()
  await expect(page.getByRole('status')).toContainText('would be answered 200')
  await expect(page.getByRole('status')).toContainText('Nothing was booked.')
  await tabs.getByRole('link', { name: 'Traffic and sales' }).click()
  await expect(page.getByRole('img', { name: /^Sales and clicks by day/ })).toBeVisible()
  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')

  // Out; and the link that was used opens nothing.
  await button(page, 'Sign out').first().click()
  await expect(title(page, 'You are signed out')).toBeVisible()
  await page.goto('/desk/partners')
  await expect(title(page, 'Brand desk')).toBeVisible()
  await page.goto(link)
  await expect(title(page, 'This sign-in link has ended')).toBeVisible()
  await context.close()
})

const SCREENS = ['partners', 'traffic', 'orders', 'postbacks', 'messages', 'campaigns'].map(
  (name) => `/desk/${name}`,
)

test('every screen of the desk can be used by everybody, in both themes and at every width', async ({
  browser,
  person,
  server,
}) => {
  // More than thirty looks of axe.
  test.slow()
  await apply(server, person)
  await sell(server, person)
  const printed = await server.operator('brand-link', keyOf(person))
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  const seen = async (where: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `${where}, ${colorScheme}`)
    }
  }
  await page.goto(/http\S+/.exec(printed)?.[0] ?? '')
  await seen('sign in')
  await button(page, 'Sign in').click()
  await expect(title(page, 'Partners')).toBeVisible()
  const [number = ''] = /P-\w+/.exec(await page.locator('main').innerText()) ?? []
  await button(page, /^Invite P-/).click()
  await expect(page.getByText(/^Invited /)).toBeVisible()
  await accept(person)
  await page.goto('/desk/partners')
  await button(page, 'Message').click()
  await page.getByLabel('Write to Ana Example').fill('Would you try the new loaf?')
  await button(page, 'Send').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'the new loaf' })).toBeVisible()
  const { pathname: thread } = new URL(page.url())
  for (const width of [390, 1280, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const screen of [...SCREENS, `/desk/partners/${number}`, thread]) {
      await page.goto(screen)
      for (const fold of await page.locator('details.answer summary').all()) await fold.click()
      if (width > 320) await seen(`${screen} at ${width}`)
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect({ screen, width, overflow: await overflow() }).toEqual({ screen, width, overflow: 0 })
    }
  }
  await context.close()
})
