import { expect, test } from 'vitest'
import type { Statement } from '#contract/money/statements.ts'
import { aRequest, detailOf } from '#support/wallet-samples.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { serveWallet } from '#support/window/wallet-server.ts'
import { act, expectTexts, press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { WalletScreen } from '../wallet-screen.tsx'
import { statementCsv } from './statement-csv.ts'

signInPerTest()

const NOBODY = { legal_name: '', address: '', tax_id: '' }
const STATEMENT: Statement = {
  year: 2026,
  is_open: true,
  issuer: { name: 'Split', origin: 'https://app.example', email: 'money@app.example' },
  details: { legal_name: 'Ana Sample', address: '1 Road\nTown', tax_id: 'X-1' },
  opening: 7,
  closing: 45.38,
  earned: 125.72,
  taken_back: -12.34,
  paid: 25,
  given: 50,
  by_brand: [
    { name: '=Kitchen()', amount: 103.38 },
    { name: '', amount: 10 },
  ],
  payouts: [
    {
      id: 2,
      number: aRequest(2).number,
      kind: 'paypal',
      target: 'ana@pay.example',
      at: '2026-05-12T10:00:00.000Z',
      amount: 25,
      fee: 0.35,
      reference: 'PP-1',
    },
  ],
}

const CALLS = {
  'GET /v1/bank/statements/': {
    results: [
      { year: 2026, earned: 113.38, paid: 75 },
      { year: 2025, earned: 7, paid: 0 },
    ],
  },
  'GET /v1/bank/statements/2026/': STATEMENT,
  'GET /v1/bank/receipt_details/': NOBODY,
}

const PATH = '/wallet/my-requests'
const open = (search = '') => renderAt('/wallet/$tab', `${PATH}${search}`, WalletScreen)
const factOf = async (name: string) =>
  (await screen.findByText(name)).nextElementSibling?.textContent

test('the wallet has a list of years with a statement each', async () => {
  serveWallet(CALLS)
  await open()
  const statements = await screen.findByRole('link', { name: 'Statements' })
  expect(statements.getAttribute('href')).toBe(`${PATH}?statement=all`)
  await open('?statement=all')
  const year = await screen.findByRole('link', { name: /^2026/ })
  expect(year.getAttribute('href')).toBe(`${PATH}?statement=2026`)
  expect(year.textContent).toContain('$113.38 earned, $75.00 paid out')
})

test('a statement shows payer, payee and every amount', async () => {
  serveWallet(CALLS)
  await open('?statement=2026')
  expect(await factOf('Balance at the start')).toBe('$7.00')
  expect(await factOf('Earned')).toBe('$125.72')
  expect(await factOf('Reversed')).toBe('-$12.34')
  expect(await factOf('Balance at the end')).toBe('$45.38')
  await expectTexts(/The year is not over\. Days are UTC/, 'Ana Sample', 'Tax number X-1')
  const receipt = screen.getByRole('link', { name: aRequest(2).number })
  expect(receipt.getAttribute('href')).toBe(`${PATH}?receipt=2`)
})

test('a year without payments shows zero, not a negative zero', async () => {
  const quiet = { ...STATEMENT, year: 2025, paid: 0, given: 0, payouts: [] }
  serveWallet({ 'GET /v1/bank/statements/2025/': quiet })
  await open('?statement=2025')
  expect(await factOf('Paid out')).toBe('$0.00')
  expect(await factOf('Given to charities')).toBe('$0.00')
})

test('the file of a statement has the same numbers and no formulas', () => {
  const csv = statementCsv(STATEMENT)
  const lines = csv.slice(1).trim().split('\r\n')
  expect(lines).toEqual([
    'what,in_usd,out_usd,number,day,of,fee_usd,reference',
    'Balance at the start of 2026,7.00,,,,,,',
    'Earned,125.72,,,,,,',
    'Reversed,,12.34,,,,,',
    'Paid out,,25.00,,,,,',
    'Given to charities,,50.00,,,,,',
    'Balance at the end of 2026,45.38,,,,,,',
    "Earned minus reversals,103.38,,,,'=Kitchen(),,",
    'Earned minus reversals,10.00,,,,Split,,',
    `paypal,,25.00,${aRequest(2).number},2026-05-12,ana@pay.example,0.35,PP-1`,
  ])
})

test('a payment has a numbered receipt, without the code of a gift card', async () => {
  const card = aRequest(3, {
    kind: 'voucher',
    amount: 25,
    state: 'paid',
    target: 'Sample Home Store',
    paid_at: '2026-05-02T09:12:00.000Z',
  })
  serveWallet({
    ...CALLS,
    'GET /v1/bank/redemptions/3/': detailOf(card, { code: 'SECRET-CODE', pin: '1234' }),
  })
  await open('?request=3')
  const link = await screen.findByRole('link', { name: 'Receipt' })
  expect(link.getAttribute('href')).toBe(`${PATH}?receipt=3`)
  const { container } = await open('?receipt=3')
  const paper = within(container)
  expect((await paper.findByText('Number')).nextElementSibling?.textContent).toBe(
    aRequest(3).number,
  )
  expect(paper.getByText('Paid').nextElementSibling?.textContent).toBe('2026-05-02')
  expect(container.textContent).not.toContain('SECRET-CODE')
})

test('details for receipts can be entered, and all are optional', async () => {
  const put = 'PUT /v1/bank/receipt_details/'
  const api = serveWallet({ ...CALLS, [put]: { ...NOBODY, legal_name: 'Ana Sample' } })
  await open('?statement=details')
  await userEvent.type(await screen.findByLabelText('Legal name'), 'Ana Sample')
  await press('Save')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(api.sentTo(put)).toEqual([{ ...NOBODY, legal_name: 'Ana Sample' }])
})

test('offline nothing is sent, and the input stays (R-608)', async () => {
  const api = serveWallet(CALLS)
  const { store } = await open('?statement=details')
  const name = await screen.findByLabelText<HTMLInputElement>('Legal name')
  showSavedCopy(store)
  await userEvent.type(name, 'Ana Sample')
  await press('Save')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(name.value).toBe('Ana Sample')
  expect(api.sentTo('PUT /v1/bank/receipt_details/')).toEqual([])
})

test('the statement of a year without payments shows no negative zero', async () => {
  const quiet = { ...STATEMENT, paid: 0, given: 0, payouts: [] }
  serveWallet({ ...CALLS, 'GET /v1/bank/statements/2026/': quiet })
  await open('?statement=2026')
  expect(await factOf('Paid out')).toBe('$0.00')
  expect(await factOf('Given to charities')).toBe('$0.00')
})

test('offline a statement is not shown from a saved copy', async () => {
  serveWallet(CALLS)
  const { store, history } = await open('?statement=2026')
  await screen.findByText('Balance at the end')
  showSavedCopy(store)
  act(() => history.push(`${PATH}?statement=2025`))
  expect(await screen.findByText('Not saved on this device')).toBeTruthy()
})
