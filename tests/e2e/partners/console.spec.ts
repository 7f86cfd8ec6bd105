import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/axe.ts'
import { addMoney, appOf, inviteOwner, STAFF_PASSWORD } from '../support/staff/console.ts'
import { openDesk, sell } from '../support/desk.ts'
import { expectReachedByTab, pressByKeys, typeByKeys } from '../support/keys.ts'
import { doubleText } from '../support/large-text.ts'
import { expect, test } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('staff set up access and work in the console by keyboard, no script', async ({
  browser,
  person,
  server,
}) => {
  await openDesk(server, person)
  await sell(server, person)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  const press = (name: string | RegExp) => pressByKeys(page, button(page, name))
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const screens = page.getByRole('navigation', { name: 'Console' })
  const go = (name: string) => pressByKeys(page, screens.getByRole('link', { name }))

  await page.goto(await inviteOwner(server, person))
  await expect(title(page, 'Set up your access')).toBeVisible()
  const app = await appOf(page)
  await typeByKeys(page, field('Your name'), 'Ben Sample')
  await typeByKeys(page, field('Password'), 'short')
  await typeByKeys(page, field('Code'), app.generate())
  await press('Set up access')
  await expect(page.getByRole('alert')).toContainText('Use at least 8 characters.')
  await typeByKeys(page, field('Password'), STAFF_PASSWORD)
  await typeByKeys(page, field('Code'), app.generate())
  await press('Set up access')
  await expect(title(page, 'Save your recovery codes')).toBeVisible()
  const [code = ''] = await page.getByRole('listitem').allInnerTexts()
  await pressByKeys(page, page.getByRole('link', { name: 'Open the console' }))
  await expect(title(page, 'Today')).toBeVisible()

  // Find the creator and sign them out on all devices.
  const search = page.getByRole('searchbox', { name: 'Find a person' })
  await typeByKeys(page, search, person.email)
  await page.keyboard.press('Enter')
  await pressByKeys(page, page.getByRole('link', { name: person.email }))
  await expect(title(page, 'Ana Example')).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(person.uuid) })).toBeVisible()
  await press(/^Sign out everywhere/)
  await expect(page.getByRole('row', { name: /Ben Sample.*Signed a user out/ })).toBeVisible()
  await go('Audit')
  await expect(page.getByRole('row', { name: /command line.*Invited staff/ }).first()).toBeVisible()
  await go('Jobs')
  await expect(title(page, 'Jobs')).toBeVisible()

  // Sign out, and in again with a recovery code.
  await pressByKeys(page, page.getByRole('link', { name: 'Ben Sample, owner' }))
  await press(/^Sign out$/)
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await typeByKeys(page, field('Email'), `ben-${person.uuid}@staff.example`)
  await typeByKeys(page, field('Password'), STAFF_PASSWORD)
  await typeByKeys(page, field('Code'), code)
  await press('Sign in')
  await expect(title(page, 'Today')).toBeVisible()
  expect(await server.operator('audit', 'verify')).toContain('The audit log is whole')
  await context.close()
})

const SCREENS = [
  'today',
  'people',
  'reports',
  'brands',
  'messages',
  'jobs',
  'audit',
  'account',
  'nothing-here',
  'money/orders',
  'money/all-orders',
  'money/sales',
  'money/payouts',
  'money/cards',
  'money/forms',
  'money/year',
]

/** Elements that may be cut off: hidden texts, the scrollable navigation and table heads. */
const CUT_ON_PURPOSE = '.unseen, .side, thead'

test('every screen of the console is accessible', async ({ browser, person, server }) => {
  // This test runs axe more than sixty times.
  test.slow()
  await openDesk(server, person)
  await sell(server, person)
  const { brand } = await addMoney(server, person)
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const look = async (screen: string, width: number) => {
    const where = `${screen} at ${width}`
    await page.setViewportSize({ width, height: width > 1000 ? 800 : 844 })
    await page.goto(screen)
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details'))
        fold.open = true
    })
    expect(await overflow(), where).toBe(0)
    if (width > 320) {
      await expectAccessibleInBothThemes(page, where)
      return expectReachedByTab(page, where)
    }
    await doubleText(page)
    expect.soft(await cutWords(page, CUT_ON_PURPOSE), where).toEqual([])
    expect.soft(await overflow(), `${where}, large`).toBe(0)
  }
  const link = await inviteOwner(server, person)
  for (const width of [390, 1280, 320]) {
    await look(link, width)
    await look('/console/sign-in', width)
  }
  await page.goto(link)
  const code = (await appOf(page)).generate()
  await page.getByLabel('Your name', { exact: true }).fill('Ben Sample')
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await button(page, 'Set up access').click()
  await expect(title(page, 'Save your recovery codes')).toBeVisible()
  await expectAccessible(page, 'recovery codes')
  const [, payout = ''] =
    /^(\d+) .*Sea Rescue/m.exec(await server.operator('payouts', 'list')) ?? []
  const { short_code: lamp } = await person.addLink('https://shop.example/lamp')
  const people = [
    `people?q=${person.email}`,
    `people/${person.uuid}`,
    `people?q=${lamp}`,
    `links/${lamp}`,
    `brands/${brand}`,
    'content',
    'content/brands',
    `content/brands/${brand}`,
    'content/faq/new',
    `messages/with/${person.uuid}`,
  ]
  const screens = [...SCREENS, ...people, `money/payouts/decide?pick-${payout}=on`]
  for (const width of [390, 1280, 320])
    for (const screen of screens) await look(`/console/${screen}`, width)
  await context.close()
})
