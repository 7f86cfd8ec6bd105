import { openDesk, sell } from '../support/desk.ts'
import { settled } from '../support/settled.ts'
import { expect, test } from '../support/test.ts'

test('a brand invites a creator, she accepts, both write, and she hides her name again (R-532, R-541, R-552, R-555)', async ({
  browser,
  page: phone,
  person,
  server,
  signIn,
}) => {
  const link = await openDesk(server, person)
  await sell(server, person)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const desk = await context.newPage()
  const atDesk = (name: string | RegExp) => desk.getByRole('button', { name })
  const onPhone = (name: string | RegExp) => phone.getByRole('button', { name, exact: true })
  const unread = phone.getByRole('link', { name: /unread messages?$/ })

  // The creator is signed in before the brand invites her. The invitation appears after her next
  // reload.
  await signIn(phone, person, '/splitlinks')
  await expect(unread).toHaveAccessibleName('0 unread messages')
  await desk.goto(link)
  await atDesk('Sign in').click()
  await expect(desk.getByText('Name not shared')).toBeVisible()
  await atDesk(/^Invite P-/).click()
  await expect(desk.getByText(/^Invited /)).toBeVisible()
  const number = new URL(desk.url()).pathname.split('/').at(-1) ?? ''
  await phone.reload()
  const popup = phone.getByRole('dialog', { name: 'Sample Bakery wants to know who you are' })
  await expect(popup.getByText(number)).toBeVisible()
  await popup.getByRole('button', { name: 'Accept' }).click()
  await expect(popup).toBeHidden()
  await settled(phone)

  // The brand sees the creator's name and writes to her. The message appears without a reload.
  await desk.goto('/desk/partners')
  await expect(desk.getByRole('link', { name: 'Ana Example' })).toBeVisible()
  await atDesk('Message').click()
  const say = async (text: string) => {
    await desk.getByLabel('Write to Ana Example').fill(text)
    await atDesk('Send').click()
  }
  await say('Would you try the new loaf?')
  await expect(unread).toHaveAccessibleName('1 unread message')
  await unread.click()
  await phone.getByRole('list', { name: 'Conversations' }).getByRole('link').click()
  const log = phone.getByRole('log', { name: 'Messages' })
  await expect(log).toContainText('Would you try the new loaf?')
  await phone.getByRole('textbox', { name: /^Message/ }).fill('Gladly, with honey.')
  await onPhone('Send').click()

  // The brand reads the creator's answer. Its reply appears in her conversation at once, each
  // message once and in order.
  const answer = desk.getByRole('listitem').filter({ hasText: 'with honey' })
  await expect(async () => {
    await desk.reload()
    expect(await answer.count()).toBe(1)
  }).toPass()
  await expect(answer).toBeVisible()
  await say('It is on its way.')
  await expect(log).toContainText('It is on its way.')
  const order = /the new loaf\?.*with honey.*on its way/s
  await expect(log).toContainText(order)
  await expect(desk.locator('.talk')).toContainText(order)
  for (const words of ['the new loaf', 'with honey', 'on its way'])
    await expect(log.getByText(words)).toHaveCount(1)

  // After the creator removes the connection, the brand no longer sees her name on its next page.
  await phone.goto('/partners/connections')
  await onPhone('More for Sample Bakery').click()
  await phone.getByRole('menuitem', { name: 'Remove connection' }).click()
  await onPhone('Remove connection').click()
  await expect(phone.getByText('No invitations yet')).toBeVisible()
  for (const screen of ['/desk/partners', '/desk/messages', new URL(desk.url()).pathname]) {
    await desk.goto(screen)
    await expect(desk.locator('main')).toContainText(number)
    await expect(desk.locator('body')).not.toContainText('Ana')
  }
  await context.close()
})
