import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import type { FlakyNetwork } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { linkRow, named, chooseForRow } from '../support/links.ts'
import { goOffline } from '../support/offline.ts'
import { waitForOutbox } from '../support/outbox.ts'
import { settled } from '../support/settled.ts'
import { type Person, signedIn, submitAccount, toSignIn } from '../support/test.ts'

const LOGIN = '/multi-connect/login'

const failure = (page: Page) => page.getByRole('heading', { name: 'Sign-in did not work' })
const question = (page: Page) => page.getByRole('heading', { name: 'Sign in as someone else?' })
const tokenOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'token')?.value

async function typeIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await submitAccount(page, 'Sign in', { email, password })
}

/**
 * Renames the lamp offline and then blocks the request, so that the change stays on this device.
 */
async function leaveWaiting(page: Page, front: FlakyNetwork) {
  await named(page, 'Oak arc lamp')
  await settled(page)
  await goOffline(page)
  await chooseForRow(page, 'Oak arc lamp', 'Edit')
  await page.getByLabel('Name').fill('Brass lamp')
  await page.getByRole('button', { name: 'Save' }).click()
  // The sheet closes with a step back in the history, which would undo a navigation that starts
  // earlier.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/splitlinks$/)
  await stillWaits(page)
  front.rule(({ method }) => (method === 'PUT' || method === 'PATCH' ? 'hold' : undefined))
  await page.context().setOffline(false)
}

const stillWaits = (page: Page) =>
  expect(linkRow(page, 'Brass lamp')).toContainText('Edit waiting to sync', { timeout: 20_000 })

test('a stranger’s sign-in link changes neither the session nor waiting changes (R-053, R-101)', async ({
  page,
  context,
  browser,
  newPerson,
  front,
  openWithLink,
}) => {
  await openWithLink('Oak arc lamp')
  await leaveWaiting(page, front)
  const before = await tokenOf(context)
  const theirs = await browser.newContext()
  const token = await (await newPerson()).oneTimeToken(await theirs.newPage())

  await page.goto(`/splitlinks?auth_token=${token}`)
  await expect(failure(page)).toBeVisible()
  expect(page.url()).not.toContain('auth_token')
  expect(await tokenOf(context)).toBe(before)
  await page.goto('/splitlinks')
  await stillWaits(page)
  await theirs.close()
})

test('foreign links sign nobody in (R-101)', async ({ page, context, browser, person, front }) => {
  const theirs = await browser.newContext()
  const token = await person.oneTimeToken(await theirs.newPage())
  await page.goto(`${front.origin}/?auth_token=${token}`)
  await expect(failure(page)).toBeVisible()
  expect(await tokenOf(context)).toBeUndefined()
  // The token still works in the browser that requested it.
  const own = await theirs.newPage()
  await own.goto(`${front.origin}/?auth_token=${token}`)
  await signedIn(own)
  await theirs.close()
})

test('sign-in works after reload, Back and new tab (R-096)', async ({ page, person }) => {
  await page.goto('/rank')
  await page.waitForURL(/multi-connect\/login/)
  await toSignIn(page)
  await page.reload()
  const other = await page.context().newPage()
  await other.goto(LOGIN)
  await typeIn(other, person)
  await signedIn(other)
  await typeIn(page, person)
  await signedIn(page)
  await expect(page).toHaveURL(/\/rank$/)
  await page.goBack()
  await typeIn(page, person)
  await signedIn(page)
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/rank$/)
})

test('sign-up and reset open the app (R-092, R-105)', async ({ page, context, server }) => {
  const email = `bound-${Date.now()}@example.com`
  const password = 'another four unlike words'
  await page.goto('/')
  await submitAccount(page, 'Create account', { email, password: 'four unlike words here' })
  await signedIn(page)
  await page.goto('/logout')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Request a link' }).click()
  await page.goto(await waitForOutbox(server, email, /^http.+set-password.+$/m))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set.')).toBeVisible()
  await typeIn(page, { email, password })
  await signedIn(page)
  expect(await tokenOf(context)).toBeTruthy()
})

test('signing in as a second user asks first: Stay keeps everything, the other answer deletes it (R-103, R-604)', async ({
  page,
  context,
  person,
  newPerson,
  front,
  openWithLink,
}) => {
  const other = await newPerson()
  await openWithLink('Oak arc lamp')
  await leaveWaiting(page, front)
  const before = await tokenOf(context)

  await page.goto(LOGIN)
  await typeIn(page, other)
  await expect(question(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    `You are signed in as ${person.email}. 1 change that waits on this device would be lost.`,
  )
  await expectAccessibleInBothThemes(page, 'the question')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.locator('main h1').first()).not.toHaveText('Sign in as someone else?')
  expect(await tokenOf(context)).toBe(before)
  await page.goto('/splitlinks')
  await stillWaits(page)

  await page.goto(LOGIN)
  await typeIn(page, other)
  await page.getByRole('button', { name: `Sign in as ${other.email}` }).click()
  await signedIn(page)
  await expect.poll(() => tokenOf(context)).not.toBe(before)
  await page.goto('/splitlinks')
  await expect(page.getByText('Create your first link')).toBeVisible()
  const databases = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  )
  expect(databases.join(' ')).not.toContain(person.uuid)
})
