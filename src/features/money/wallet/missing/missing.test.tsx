import { expect, test } from 'vitest'
import type { MissingSale } from '#contract/money/missing-sales.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { serveWallet } from '#support/window/wallet-server.ts'
import { findDialog, press, screen, userEvent } from '#support/window/on-screen.ts'
import { WalletScreen } from '../wallet-screen.tsx'

signInPerTest()

const LIST = 'GET /v1/bank/missing_sales/'
const TELL = 'POST /v1/bank/missing_sales/'
const aSale = (more: Partial<MissingSale> = {}): MissingSale => ({
  id: 1,
  shop: 'Sample Lamps',
  day: '2026-05-12',
  order_number: 'L-1',
  note: '',
  state: 'open',
  answer: '',
  earning_id: null,
  created_at: '2026-05-14T10:00:00.000Z',
  answered_at: null,
  ...more,
})
const listed = (...results: MissingSale[]) => ({ results, next: null, count: results.length })

const open = (search = '') =>
  renderAt('/wallet/$tab', `/wallet/pending-earnings${search}`, WalletScreen)

test('a missing sale is reported with shop, order number and day', async () => {
  const api = serveWallet({ [LIST]: listed(), [TELL]: json({ result: aSale() }, 201) })
  await open()
  await press('A sale is missing')
  const sheet = await findDialog('A sale is missing')
  await userEvent.click(await sheet.findByRole('button', { name: 'Ask for a review' }))
  expect(await sheet.findByText('Choose a shop.')).toBeTruthy()
  await userEvent.type(sheet.getByLabelText('Shop'), 'Sample Lamps')
  await userEvent.type(sheet.getByLabelText('Order number'), 'L-1')
  await userEvent.type(sheet.getByLabelText('Day of the order'), '2026-05-12')
  api.change({ [LIST]: listed(aSale()) })
  await userEvent.click(sheet.getByRole('button', { name: 'Ask for a review' }))
  expect(await sheet.findByText('We are looking')).toBeTruthy()
  expect(api.sentTo(TELL)).toEqual([
    { shop: 'Sample Lamps', order_number: 'L-1', day: '2026-05-12', note: '' },
  ])
})

test('offline a report is not sent, and the input stays (R-608)', async () => {
  const api = serveWallet({ [LIST]: listed(), [TELL]: json({ result: aSale() }, 201) })
  const { store } = await open()
  await screen.findByRole('list', { name: 'Pending earnings' })
  showSavedCopy(store)
  await press('A sale is missing')
  const sheet = await findDialog('A sale is missing')
  const shop = await sheet.findByLabelText<HTMLInputElement>('Shop')
  await userEvent.type(shop, 'Sample Lamps')
  await userEvent.type(sheet.getByLabelText('Order number'), 'L-1')
  await userEvent.type(sheet.getByLabelText('Day of the order'), '2026-05-12')
  await userEvent.click(sheet.getByRole('button', { name: 'Ask for a review' }))
  expect(await sheet.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(shop.value).toBe('Sample Lamps')
  expect(api.sentTo(TELL)).toEqual([])
})

test('a report shows its result: found, with its earning, or the reason', async () => {
  serveWallet({
    [LIST]: listed(
      aSale({ state: 'accepted', earning_id: 31 }),
      aSale({
        id: 2,
        order_number: 'L-2',
        state: 'declined',
        answer: 'The shop has no such order',
      }),
      aSale({
        id: 3,
        order_number: 'L-3',
        state: 'declined',
        answer: 'The shop’s report was refused. amount: This field is required.',
        refused: true,
      }),
    ),
  })
  await open('?missing')
  const sheet = await findDialog('A sale is missing')
  expect(await sheet.findByText('Found')).toBeTruthy()
  expect(sheet.getByRole('link', { name: 'See the earning' }).getAttribute('href')).toBe(
    '/wallet/pending-earnings?earning=31',
  )
  expect(sheet.getByText('Not found')).toBeTruthy()
  expect(sheet.getByText(/The shop has no such order/)).toBeTruthy()
  expect(sheet.getByText('Report refused')).toBeTruthy()
  expect(sheet.getByText(/The shop’s report was refused/)).toBeTruthy()
})
