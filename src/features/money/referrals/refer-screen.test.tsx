import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Referral, ReferralLink, ReferralSummary } from '#contract/money/referrals.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, press, userEvent } from '#support/window/on-screen.ts'
import { ReferScreen } from './refer-screen.tsx'

signInPerTest()

const LINK = 'GET /v2/my/referrals/links/latest/'
const SUMMARY = 'GET /v2/my/referrals/summary/'
const STATS = 'GET /v2/my/referrals/email_stats/'
const JOINED = 'GET /v2/my/referrals/'
const SEND = 'POST /v2/my/referrals/send_mail/'

const link: ReferralLink = {
  id: 1,
  code: 'ana',
  url: 'https://split.example/r/ana',
  is_creator: null,
  clicks: 214,
  signups: 2,
  created_at: '2026-05-01T10:00:00.000Z',
}
const summary = (more: Partial<ReferralSummary> = {}) => ({
  result: {
    clicks: 214,
    signups: 2,
    creators: 1,
    shoppers: 1,
    earned: 0,
    pending: 0,
    share_percentage: 0,
    ...more,
  },
})
const ben: Referral = {
  id: 2,
  name: 'Ben Sample',
  is_creator: true,
  joined_at: '2026-05-08T10:00:00.000Z',
  earned: 0,
}
const cleo: Referral = { ...ben, id: 1, name: '', is_creator: false }
const rows = (results: Referral[]) => ({ results, next: null, count: results.length })
const mails = (enabled: boolean) => ({
  result: { sent: 31, joined: 4, remaining_today: 46, enabled },
})

const api = (more: Record<string, object> = {}) =>
  fakeApi({
    [LINK]: { result: link },
    [SUMMARY]: summary(),
    [STATS]: mails(false),
    [JOINED]: ({ query }: { query: URLSearchParams }) =>
      rows(query.get('is_creator') === 'true' ? [ben] : [ben, cleo]),
    ...more,
  })

const show = () => renderAt('/refer', '/refer', ReferScreen)

test('the screen shows the user’s link, ways to share it, and its results (R-418, R-031)', async () => {
  api()
  await show()
  expect(await screen.findByRole('link', { name: 'split.example/r/ana' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
  const whatsapp = screen.getByRole('link', { name: 'Whatsapp' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(whatsapp)).toContain(link.url)
  await waitFor(() => expect(screen.getByText('214')).toBeTruthy())
  await press('Show QR code')
  expect(await screen.findByAltText(`QR code for ${link.url}`)).toBeTruthy()
})

test('a reward is mentioned only if one is paid (D-54)', async () => {
  const server = api()
  const { unmount } = await show()
  expect(await screen.findByText('Invite a creator')).toBeTruthy()
  expect(screen.queryByText('You earned')).toBe(null)
  expect(screen.queryByText(/\$/)).toBe(null)
  unmount()
  server.change({ [SUMMARY]: summary({ share_percentage: 5, earned: 86.4, pending: 2 }) })
  await show()
  await expectTexts('You get 5% of what they earn for a year', '$86.40', '$2.00 pending')
})

test('the list shows who joined: all of them or creators only (R-419)', async () => {
  api()
  await show()
  const list = await screen.findByRole('list', { name: 'Who joined' })
  expect(within(list).getByText('Ben Sample')).toBeTruthy()
  expect(within(list).getByText(/^Creator, joined May 8/)).toBeTruthy()
  expect(within(list).getByText('No name yet')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Creators' }))
  await waitFor(() => expect(screen.queryByText('No name yet')).toBe(null))
  expect(screen.getByText('Ben Sample')).toBeTruthy()
})

test('without invited users the list says so', async () => {
  api({ [JOINED]: rows([]) })
  await show()
  expect(await screen.findByText('Nobody joined yet')).toBeTruthy()
})

test('if the server sends no email, the user’s mail program opens (R-418)', async () => {
  api()
  await show()
  const mail = await screen.findByRole('link', { name: 'Write a mail' })
  const href = mail.getAttribute('href') ?? ''
  expect(href.startsWith('mailto:?')).toBe(true)
  expect(decodeURIComponent(href)).toContain(link.url)
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBe(null)
})

test('if the server sends email, several people are invited at once, and skipped addresses are named (R-424, R-425)', async () => {
  const server = api({
    [STATS]: mails(true),
    [SEND]: { result: { sent: 1, skipped: 1, delivery: 'smtp' } },
  })
  await show()
  await screen.findByText('31 sent so far, 4 joined. You can send 46 more today.')
  const field = screen.getByLabelText(/Email addresses/)
  await userEvent.type(field, 'nobody')
  await press('Send invitation')
  expect(await screen.findByText('Enter an email address, like name@example.com.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, 'Bo@people.example, cy@people.example')
  await press('Send 2 invitations')
  await screen.findByText('1 invitation sent. 1 were invited before or have opted out.')
  expect(server.sentTo(SEND)).toEqual([
    { emails: ['bo@people.example', 'cy@people.example'], message: '' },
  ])
})

const chips = () =>
  screen.queryAllByRole('button', { name: /^Remove / }).map(({ textContent }) => textContent)

test('typed addresses become chips, which can be removed', async () => {
  const server = api({
    [STATS]: mails(true),
    [SEND]: { result: { sent: 2, skipped: 0, delivery: 'smtp' } },
  })
  await show()
  const field = await screen.findByLabelText<HTMLInputElement>(/Email addresses/)
  await userEvent.type(field, 'bo@people.example, bo@people.example;cy@people.example{Enter}')
  expect(field.value).toBe('')
  await userEvent.type(field, 'not-one ')
  expect(chips()).toEqual(['bo@people.example', 'cy@people.example', 'not-one'])
  await userEvent.type(field, '{Backspace}')
  expect(chips()).toEqual(['bo@people.example', 'cy@people.example'])
  await press('Remove bo@people.example')
  expect(document.activeElement).toBe(field)
  await userEvent.paste('di@people.example, ed@people.example')
  expect(chips()).toEqual(['cy@people.example', 'di@people.example'])
  expect(field.value).toBe('ed@people.example')
  await press('Send 3 invitations')
  await waitFor(() => expect(chips()).toEqual([]))
  expect(server.sentTo(SEND)).toEqual([
    { emails: ['cy', 'di', 'ed'].map((name) => `${name}@people.example`), message: '' },
  ])
})

test('a failed load says so and can be repeated', async () => {
  const server = api({ [LINK]: json({}, 500) })
  await show()
  expect(await screen.findByText('Couldn’t load your referrals')).toBeTruthy()
  server.change({ [LINK]: { result: link } })
  await press('Try again')
  expect(await screen.findByRole('link', { name: 'split.example/r/ana' })).toBeTruthy()
})
