import type { Page } from '@playwright/test'
import { startMailServer } from '#support/server/hosts/mail-server.ts'
import { expectAccessible } from '../support/axe.ts'
import { perWorker, runServer, SERVER_FIXTURE } from '../support/per-worker.ts'
import { expect, test as base, type Person } from '../support/test.ts'

type Post = Awaited<ReturnType<typeof startMailServer>>

/** Extends `test` with a mail server that receives the server's emails. */
const test = base.extend<object, { post: Post }>({
  post: perWorker(startMailServer),
  server: [async ({ post }, provide) => runServer({ SMTP_URL: post.url }, provide), SERVER_FIXTURE],
})

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const unread = async (person: Person) =>
  ((await (await person.send('GET', '/v1/activity/unreads')).json()) as { total: number }).total

/** Clicks the switch, waits until the setting is saved, and checks the position of the switch. */
async function turn(page: Page, name: string, isOn: boolean) {
  const one = page.getByRole('switch', { name })
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/users/me/settings') && answer.request().method() === 'POST',
  )
  await one.click()
  expect((await saved).status()).toBe(200)
  await expect(one).toBeChecked({ checked: isOn })
}

test('mail off and on (R-046)', async ({ page, addProduct, person, post, server, openApp }) => {
  const letters = (subject: RegExp) =>
    post.arrived.filter(
      (one) => one.rcptTo.includes(person.email) && subject.test(one.subject ?? ''),
    )
  const click = async (name: string) => {
    const { short_code } = await addProduct(name)
    const headers = { 'User-Agent': PHONE }
    await fetch(`${server.origin}/s/${short_code}`, { redirect: 'manual', headers })
  }
  await openApp('/settings/accountinfo/email')
  await page.getByRole('button', { name: /^(Confirm this address|Send again)$/ }).click()
  await expect.poll(() => letters(/confirm/i).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const [, link = ''] =
    /(http\S+\/confirm-email\/[\w-]+)/.exec(letters(/confirm/i)[0]?.text ?? '') ?? []
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()

  await page.goto('/settings')
  await page.getByRole('link', { name: /^Notifications/ }).click()
  await turn(page, 'By mail', false)
  await click('Oak lamp')
  // A click creates its email together with its unread notification, so the unread count shows that
  // it was handled.
  await expect.poll(() => unread(person), { timeout: 20_000 }).toBe(1)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'By mail' })).not.toBeChecked()
  await expectAccessible(page, 'notification settings without mail')
  await turn(page, 'By mail', true)
  await click('Brass lamp')
  // This is the first email. If the previous one had been sent, this one would be sent an hour
  // later.
  await expect.poll(() => letters(/2 new notifications/).length, { timeout: 20_000 }).toBe(1)
  expect(letters(/first click/)).toEqual([])
})
