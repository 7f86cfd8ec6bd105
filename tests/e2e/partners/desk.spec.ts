import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { accept, openDesk, PARTNER_NUMBER, sell } from '../support/desk.ts'
import { expectReachedByTab, pressByKeys, typeByKeys } from '../support/keys.ts'
import { doubleText } from '../support/large-text.ts'
import { expect, test } from '../support/test.ts'
import { cutWords } from '../support/whole-words.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a brand uses its desk by keyboard, no script', async ({ browser, person, server }) => {
  const link = await openDesk(server, person)
  const clickId = await sell(server, person)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const page = await context.newPage()
  const press = (name: string | RegExp) => pressByKeys(page, button(page, name))
  const go = (name: string) => pressByKeys(page, page.getByRole('link', { name, exact: true }))
  const tabs = page.getByRole('navigation', { name: 'Brand desk' })
  const toTab = (name: string | RegExp) => pressByKeys(page, tabs.getByRole('link', { name }))

  // Opening the sign-in link does not sign in. Pressing its button does.
  await page.goto(link)
  await expect(title(page, 'Brand desk of Sample Bakery')).toBeVisible()
  await press('Sign in')
  await expect(title(page, 'Partners')).toBeVisible()
  await expect(page.getByText('Name not shared')).toBeVisible()
  await expect(page.getByRole('row', { name: /P-\w+.*\$80\.00/ })).toBeVisible()
  await expect(page.locator('body')).not.toContainText('Ana')

  // A wrong line of a list of codes is named, and a right one assigns the code.
  const number = PARTNER_NUMBER.exec(await page.getByRole('row').nth(1).innerText())?.[0] ?? ''
  await go('Discount codes')
  const list = page.getByRole('textbox', { name: /^One per line/ })
  await typeByKeys(page, list, 'ana, ANA10')
  await press('Assign codes')
  await expect(page.getByRole('alert')).toContainText('Line 1: write a partner number and a code')
  await expect(list).toHaveAccessibleDescription(/No code was assigned/)
  await typeByKeys(page, list, `${number}, ANA10`)
  await press('Assign codes')
  await expect(page.getByRole('row', { name: /ANA10.*Active.*\$0\.00/ })).toBeVisible()
  await press('End ANA10')
  await expect(page.getByRole('row', { name: /ANA10.*Ended/ })).toBeVisible()
  await toTab('Partners')

  // Skip the header, invite the creator, withdraw the invitation and invite again.
  await go('Skip to content')
  await press(/^Invite P-/)
  await expect(page.getByText(/^Invited /)).toBeVisible()
  await press(/^Cancel invitation/)
  await press(/^Invite P-/)
  await expect(page.getByText(/^Invited /)).toBeVisible()
  await accept(person)
  await toTab('Partners')
  await expect(page.getByRole('link', { name: 'Ana Example' })).toBeVisible()

  // The brand writes a message. An invalid one gets its error next to the field.
  await press('Message')
  await expect(page.getByRole('heading', { name: 'Ana Example' })).toBeVisible()
  const field = page.getByLabel('Write to Ana Example')
  await typeByKeys(page, field, '   ')
  await press('Send')
  await expect(page.getByRole('alert')).toHaveText('Write a message.')
  await expect(field).toHaveAccessibleDescription('Write a message.')
  await typeByKeys(page, field, 'Would you try the new loaf?')
  await press('Send')
  await expect(page.getByRole('listitem').filter({ hasText: 'the new loaf' })).toBeVisible()

  // The order that the shop reported, and the result of a test postback.
  await toTab('Orders')
  await expect(page.getByRole('row', { name: new RegExp(person.uuid) })).toBeVisible()
  await pressByKeys(page, page.locator('summary', { hasText: 'Answer' }))
  await typeByKeys(page, page.getByLabel('Reason for declining'), 'Nobody paid for it')
  await press('Decline')
  await expect(page.getByRole('status')).toContainText('The creator can see it.')
  await expect(page.getByRole('row', { name: /B-77.*Nobody paid for it/ })).toBeVisible()
  await go('Postbacks')
  await typeByKeys(page, page.getByLabel('Click id'), clickId)
  await press('Send test')
  await expect(page.getByRole('status')).toContainText('would get status 200')
  await expect(page.getByRole('status')).toContainText('Nothing was booked.')
  await toTab('Traffic and sales')
  await expect(page.getByRole('img', { name: /^Sales and clicks by day/ })).toBeVisible()
  await go('7 days')
  await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
  await toTab('Campaigns')
  await expect(page.getByRole('row', { name: /Bread Week.*Active/ })).toBeVisible()

  // Sign out. A sign-in link that was used does not work again.
  await pressByKeys(page, button(page, 'Sign out').first())
  await expect(title(page, 'You are signed out')).toBeVisible()
  await page.goto('/desk/partners')
  await expect(title(page, 'Brand desk')).toBeVisible()
  await page.goto(link)
  await expect(title(page, 'This sign-in link no longer works')).toBeVisible()
  await context.close()
})

const SCREENS = [
  'partners',
  'codes',
  'traffic',
  'orders',
  'postbacks',
  'messages',
  'campaigns',
  'people',
  'account',
].map((name) => `/desk/${name}`)
const NOT_THERE = '/desk/nothing-here'

/**
 * Elements that may be cut off: hidden texts, the scrollable tabs, table heads (repeated in each
 * cell on narrow screens) and shortened previews.
 */
const CUT_ON_PURPOSE = '.unseen, .dtabs, thead, .lt'

test('every screen of the desk is accessible', async ({ browser, person, server }) => {
  // This test runs axe more than thirty times.
  test.slow()
  const link = await openDesk(server, person)
  await sell(server, person)
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const openFolds = () =>
    page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('main details'))
        fold.open = true
    })
  /**
   * Checks one screen at one width in both themes: above 320 px with axe, at 320 px with 200% text
   * size.
   */
  const look = async (screen: string, width: number) => {
    const where = `${screen} at ${width}`
    await page.setViewportSize({ width, height: 844 })
    await page.goto(screen)
    await openFolds()
    expect(await overflow(), where).toBe(0)
    if (width > 320) {
      await expectAccessibleInBothThemes(page, where)
      return expectReachedByTab(page, where)
    }
    await doubleText(page)
    expect.soft(await cutWords(page, CUT_ON_PURPOSE), where).toEqual([])
    expect.soft(await overflow(), `${where}, large`).toBe(0)
  }

  for (const width of [390, 1280, 320]) {
    await look(link, width)
    await look('/desk/sign-in', width)
    await look('/desk/sign-in/of-nobody', width)
  }
  await page.goto(link)
  await button(page, 'Sign in').click()
  await expect(title(page, 'Partners')).toBeVisible()
  const [number = ''] = PARTNER_NUMBER.exec(await page.locator('main').innerText()) ?? []
  await page.goto('/desk/codes')
  await page.getByRole('textbox', { name: /^One per line/ }).fill(`${number}, SPRING-SALE-10`)
  await button(page, 'Assign codes').click()
  await expect(page.getByRole('row', { name: /SPRING-SALE-10.*Active/ })).toBeVisible()
  await page.goto('/desk/people')
  await page.getByLabel('Email').fill('ben.with.a.long.address@sample-bakery.example')
  await button(page, 'Invite').click()
  await expect(page.getByRole('status')).toContainText('Copy this link now')
  await page.goto('/desk/partners')
  await button(page, /^Invite P-/).click()
  await expect(page.getByText(/^Invited /)).toBeVisible()
  await accept(person)
  await page.goto('/desk/partners')
  await button(page, 'Message').click()
  await page.getByLabel('Write to Ana Example').fill('Would you try the new loaf?')
  await button(page, 'Send').click()
  await expect(page.getByRole('listitem').filter({ hasText: 'the new loaf' })).toBeVisible()
  const { pathname: thread } = new URL(page.url())
  const opened = await person.send('GET', `${V2}/sendbird/token/`)
  const { access_token: token } = (await opened.json()) as { access_token: string }
  const answered = await page.request.post(`/chat/channels/${thread.split('/').at(-1)}/messages`, {
    data: { text: 'Gladly. Is https://loaf.example/new the one?' },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answered.status()).toBe(201)
  for (const width of [390, 1280, 320])
    for (const screen of [...SCREENS, `/desk/partners/${number}`, thread, NOT_THERE])
      await look(screen, width)
  await context.close()
})
