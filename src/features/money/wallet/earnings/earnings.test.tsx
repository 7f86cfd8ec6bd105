import { expect, test } from 'vitest'
import type { EarningDetail } from '#contract/money/earnings.ts'
import { anEarning, aRequest, HELD, storyOf } from '#support/wallet-samples.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { serveWallet } from '#support/window/wallet-server.ts'
import { findDialog, press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { WalletScreen } from '../wallet-screen.tsx'

signInPerTest()

const open = (address = '/wallet/pending-earnings') =>
  renderAt('/wallet/$tab', address, WalletScreen)

test('a held earning shows why in its row, and when it is reviewed', async () => {
  serveWallet()
  await open('/wallet/pending-earnings')
  const row = await screen.findByRole('button', { name: /\$12\.50/ })
  expect(within(row).getByText('Held')).toBeTruthy()
  expect(row.textContent).toContain(
    'The order came within 5 seconds of the click. We look again by May 20',
  )
  expect(screen.getByRole('button', { name: /\$40\.00/ }).textContent).toContain(
    'Waits for Sample Lamps',
  )
})

test('an order without an exchange rate shows its own amount, and why it has no dollars', async () => {
  const unpriced = { amount: 200, currency: 'CHF' }
  const earning = anEarning(14, { amount: 0, unpriced, expected_at: null })
  serveWallet({
    'GET /v1/bank/pending_earnings/': { results: [earning], next: null, count: 1, total: 0 },
    'GET /v1/bank/earnings/14/': storyOf(earning, { base: 0, changes: [] }),
  })
  await open()
  const row = await screen.findByRole('button', { name: /200 CHF/ })
  expect(row.textContent).toContain('No exchange rate for CHF yet.')
  expect(row.textContent).not.toContain('$')
  await userEvent.click(row)
  await findDialog('Sample Lamps, 200 CHF')
})

test('an earning shows its history, exact to the cent and with who decided', async () => {
  serveWallet()
  await open('/wallet/pending-earnings')
  await press(/\$8\.00/)
  const sheet = await findDialog('Sample Lamps, $8.00')
  const fact = async (name: string) =>
    (await sheet.findByText(name)).nextElementSibling?.textContent
  expect(await fact('Link')).toBe('Oak lamp')
  expect(await fact('Click')).toMatch(/from instagram\.com, phone, US$/)
  expect(await fact('Reported by the shop')).toMatch(/^92\.59 EUR, at 1\.08 of May/)
  expect(await fact('Order without tax and shipping')).toBe('$100.00')
  expect(await fact('Your rate')).toBe('8%')
  expect(await fact('You earn')).toBe('$8.00')
  const changes = sheet.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(changes[0]).toMatch(/^Reported.*by the brand\+\$10\.00$/)
  expect(changes[1]).toMatch(/^Partly refunded.*by the brand: One of two lamps came back-\$2\.00$/)
})

/** Returns the facts shown of an earning, by name. */
async function factsOf(story: EarningDetail) {
  serveWallet({ [`GET /v1/bank/earnings/${story.id}/`]: story })
  const { unmount } = await open(`/wallet/pending-earnings?earning=${story.id}`)
  await screen.findByText('You earn')
  const facts = [...screen.getByRole('dialog').querySelectorAll('dt')].map(
    (name) => [name.textContent, name.nextElementSibling?.textContent] as const,
  )
  unmount()
  return facts
}

test('a bonus and a reward show no click, order or brand', async () => {
  const none: Partial<EarningDetail> = {
    click: null,
    attributed_by: 'operator',
    original: null,
    hold_ends_at: null,
    changes: [],
  }
  const own = { organization: null, link_uuid: null, expected_at: null, amount: 10 }
  const bonus = anEarning(51, { ...own, kind: 'bonus', link_name: '', state: 'available' })
  const earned = ['Earned', expect.stringMatching(/^May 11/)]
  expect(await factsOf(storyOf(bonus, none))).toEqual([earned, ['You earn', '$10.00']])
  const reward = anEarning(52, { ...own, kind: 'referral', link_name: 'Someone you invited' })
  const waiting = storyOf({ ...reward, state: 'approved' }, none)
  expect(await factsOf(waiting)).toEqual([
    earned,
    ['You earn', '$10.00'],
    ['Ready', 'With its sale'],
  ])
  const funded_at = '2026-06-04T10:00:00.000Z'
  const ready = storyOf({ ...reward, state: 'available' }, { ...none, funded_at })
  expect(await factsOf(ready)).toEqual([earned, ['You earn', '$10.00']])
})

test('an order in a currency without a rate says what it is waiting for', async () => {
  const original = { amount: 200, currency: 'CHF', rate: 0, day: '' }
  const facts = await factsOf(storyOf(anEarning(53, { amount: 0 }), { base: 0, original }))
  expect(facts).toContainEqual(['Reported by the shop', '200 CHF. It counts once there is a rate'])
})

test('a paid earning names its receipt, a requested one its request', async () => {
  const [paid, asked] = [aRequest(7).number, aRequest(9).number]
  const payouts = [
    { id: 7, number: paid, amount: 5, paid_at: '2026-05-14T10:00:00.000Z' },
    { id: 9, number: asked, amount: 3, paid_at: null },
  ]
  const earning = anEarning(41)
  serveWallet({ 'GET /v1/bank/earnings/41/': storyOf(earning, { payouts }) })
  await open('/wallet/pending-earnings?earning=41')
  const sheet = await findDialog(/\$8\.00$|^Earning$/)
  const paper = await sheet.findByRole('link', { name: paid })
  expect(paper.getAttribute('href')).toBe('/wallet/my-requests?receipt=7')
  expect(paper.parentElement?.textContent).toBe(`${paid}, $5.00`)
  const request = sheet.getByRole('link', { name: asked })
  expect(request.getAttribute('href')).toBe('/wallet/my-requests?request=9')
})

test('a held earning can be appealed once', async () => {
  const asked = { ...HELD, held: { ...HELD.held!, appealed_at: '2026-05-14T10:00:00.000Z' } }
  const appeal = `POST /v1/bank/earnings/${HELD.id}/appeal/`
  const api = serveWallet({ [appeal]: {} })
  await open(`/wallet/pending-earnings?earning=${HELD.id}`)
  const sheet = await findDialog(/^Sample Lamps/)
  await userEvent.click(await sheet.findByRole('button', { name: 'Ask for a review' }))
  expect(await sheet.findByText('Tell us what is wrong.')).toBeTruthy()
  await userEvent.type(sheet.getByLabelText('Is this wrong?'), 'My sister bought it')
  api.change({ [`GET /v1/bank/earnings/${HELD.id}/`]: storyOf(asked) })
  await userEvent.click(sheet.getByRole('button', { name: 'Ask for a review' }))
  expect(await sheet.findByText(/You asked for a review\./)).toBeTruthy()
  expect(api.sentTo(appeal)).toEqual([{ text: 'My sister bought it' }])
  expect(sheet.queryByLabelText('Is this wrong?')).toBeNull()
})

test('offline an appeal is not sent, and the input stays (R-608)', async () => {
  const api = serveWallet()
  const { store } = await open()
  await screen.findByRole('list', { name: 'Pending earnings' })
  showSavedCopy(store)
  await press(/\$12\.50/)
  const sheet = await findDialog(/^Sample Lamps/)
  const field = await sheet.findByLabelText<HTMLTextAreaElement>('Is this wrong?')
  await userEvent.type(field, 'My sister bought it')
  await userEvent.click(sheet.getByRole('button', { name: 'Ask for a review' }))
  expect(await sheet.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(field.value).toBe('My sister bought it')
  expect(api.sentTo(`POST /v1/bank/earnings/${HELD.id}/appeal/`)).toEqual([])
})

test('an earning that only a newer server understands leaves the others visible (offline 34)', async () => {
  const odd = { ...anEarning(31), state: 'dreamt' }
  serveWallet({
    'GET /v1/bank/pending_earnings/': {
      results: [odd, anEarning(32)],
      next: null,
      count: 2,
      total: 8,
    },
  })
  await open('/wallet/pending-earnings')
  const list = await screen.findByRole('list', { name: 'Pending earnings' })
  expect(within(list).getAllByRole('button')).toHaveLength(1)
})
