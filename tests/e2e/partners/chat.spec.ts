import type { Page } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import { overflow } from '../support/large-text.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { disconnect, goOnline } from '../support/offline.ts'
import { twoColours } from '../support/photo.ts'
import { settled } from '../support/settled.ts'
import { workerReady } from '../support/worker.ts'
import { expect, test, type Person } from '../support/test.ts'

/** Opens the channel with support and returns its address, which the operator commands use. */
async function supportChannel(person: Person): Promise<string> {
  const opened = await person.send('POST', `${V2}/sendbird/create_group_chat/`, {
    channel: 'support',
  })
  return ((await opened.json()) as { result: { channel_url: string } }).result.channel_url
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Message/ })
const unreadButton = (page: Page) => page.getByRole('link', { name: /unread messages?$/ })

test('a conversation: received at once, read, answered, and sent once after a lost connection (R-017, R-018, R-019, R-020, R-078, R-079, R-090, R-532, R-538, R-540, R-563)', async ({
  page,
  person,
  server,
  openApp,
}) => {
  const channel = await supportChannel(person)
  await openApp('/partners')
  const selected = (name: string) => page.getByRole('tab', { name, selected: true })
  await expect(selected('Connections')).toBeVisible()
  await page.getByRole('tab', { name: 'Chat' }).click()
  await expect(page).toHaveURL(/\/partners\/chat$/)
  await expect(selected('Chat')).toBeVisible()
  await page.goto('/partners/connections')
  await expect(selected('Connections')).toBeVisible()
  await expect(unreadButton(page)).toHaveAccessibleName('0 unread messages')
  await settled(page)
  await workerReady(page)

  // Support sends a message. It appears without a reload, and the button leads to it.
  await server.operator('chat', 'say', channel, 'Welcome. See https://help.example/start.')
  await expect(unreadButton(page)).toHaveAccessibleName('1 unread message')
  await unreadButton(page).click()
  await expect(page).toHaveURL(/\/partners\/chat$/)
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link')
  await expect(row).toContainText('Welcome.')
  await expectAccessibleInBothThemes(page, 'list')

  await row.click()
  await expect(log(page)).toContainText('Welcome.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(log(page).getByRole('link')).toHaveAttribute('rel', /noopener/)

  // Reply with the keyboard only. Messages written offline are sent once and in order.
  await field(page).fill('Thank you')
  await field(page).press('Tab')
  await page.keyboard.press('Enter')
  await expect(log(page)).toContainText('Thank you')
  await expect(log(page).getByText('Sending')).toHaveCount(0)
  await expectAccessibleInBothThemes(page, 'conversation')

  // A picture is sent together with the text typed during its upload.
  await page.locator('input[type=file]').setInputFiles(await twoColours(300, 200))
  await expect(page.getByRole('img', { name: 'Picture to send' })).toBeVisible()
  await field(page).fill('A lamp')
  await page.getByRole('button', { name: 'Send' }).click()
  const picture = log(page).getByRole('img', { name: 'Picture' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(300)
  // The picture is visible before the server has it. Unsent, it would count as a third message.
  await expect(log(page).getByText('Sending')).toHaveCount(0)
  await expect(log(page).getByRole('button', { name: 'Take back' })).toHaveCount(0)
  const savedCopy = page.getByRole('button', { name: 'Use saved copy' })
  await disconnect(page)
  await savedCopy.click()
  for (const words of ['From the tunnel', 'Still in it']) {
    await field(page).fill(words)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(log(page)).toContainText(words)
  }
  await expect(log(page).getByRole('button', { name: 'Take back' })).toHaveCount(2)
  await page.reload()
  await savedCopy.click()
  await expect(log(page).getByRole('button', { name: 'Take back' })).toHaveCount(2)
  await goOnline(page)
  await expect(log(page).getByRole('button', { name: 'Take back' })).toHaveCount(0, {
    timeout: 30_000,
  })
  const said = await server.operator('chat', 'show', channel)
  const mine = said.split('\n').filter((line) => line.includes(person.email))
  expect(mine.map((line) => line.split(': ').at(-1))).toEqual([
    'Thank you',
    'A lamp (a picture)',
    'From the tunnel',
    'Still in it',
  ])

  // A message that arrives in the open conversation is read at once, so the unread count stays at
  // zero.
  await server.operator('chat', 'say', channel, 'Good night')
  await expect(log(page)).toContainText('Good night', { timeout: 30_000 })
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(unreadButton(page)).toHaveAccessibleName('0 unread messages')

  // List and conversation are side by side from 875 px, and one at a time below. Nothing is cut off
  // at 320 px.
  await row.click()
  await page.setViewportSize({ width: 876, height: 800 })
  await expect(log(page)).toBeVisible()
  await expect(row).toBeVisible()
  await page.setViewportSize({ width: 874, height: 800 })
  await expect(log(page)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectAccessibleInBothThemes(page, 'side by side')

  await page.goto('/partners/chat/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('This conversation isn’t available.')).toBeVisible()
  await page.goto('/info')
  await page.getByRole('button', { name: 'Chat with support' }).click()
  await expect(page).toHaveURL(new RegExp(channel))
})
