import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clickId as newClickId } from '../../../../server/redirect/clicks/click-id.ts'
import { moneyCommand, type MoneyOptions } from '../../../../server/operator/money.ts'
import {
  addClick,
  addShop,
  addShopLink,
  DAY_MS,
  moneyOf,
  selling,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import {
  addInstantShop,
  addVendor,
  cardOf,
  addEarner,
  redeem,
  requestsOf,
  VOUCHER,
} from '#support/server/money/wallet.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'split-test-money-'))
let server: TestServer
let sure: Shop
let paying: Shop
beforeAll(async () => {
  server = await createTestServer()
  sure = await addInstantShop(server)
  paying = await addShop(server, { key: 'paying', minHoldHours: 0 })
})
afterAll(async () => {
  await server.stop()
  rmSync(FOLDER, { recursive: true })
})

/** Runs an operator command and returns its output or its error message. */
async function run(words: string, options: MoneyOptions = {}): Promise<string> {
  const command = moneyCommand(words.split(' '))
  if (!command) return 'no such command'
  try {
    return await command(options)(server.deps.db, server.deps.config)
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}

function file(...lines: string[]): string {
  const path = join(FOLDER, `${randomUUID()}.csv`)
  writeFileSync(path, lines.join('\n'))
  return path
}

test('payouts go out in a file that runs no formula, and come back by their numbers', async () => {
  const ana = await addEarner(server, sure, 25)
  await server.deps.sql`
    update wallets set paypal_email = '=cmd()@pay.example' where user_id = ${ana.uuid}`
  const { id, number } = (await redeem(ana, { value: 25 })).body.result
  expect(await run('payouts list')).toContain(`${number}  in_review  $25.00  paypal =cmd()`)
  expect(await run(`payouts approve ${id}`)).toBe('1 payout is approved.')
  const path = join(FOLDER, 'out.csv')
  expect(await run(`payouts export ${path}`)).toMatch(/^Batch \d+: 1 payouts of \$25\.00 are in /)
  expect(await run(`payouts export ${path}`)).toContain('already exists')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(`,${number},paypal,'=cmd()@pay.example,25.00,USD\r\n`)
  const batch = /^\d+/.exec(text.split('\n')[1] ?? '')?.[0] ?? ''
  expect(await run(`payouts export ${join(FOLDER, 'again.csv')}`, { batch })).toContain(
    path.slice(-1),
  )
  expect(readFileSync(join(FOLDER, 'again.csv'), 'utf8')).toBe(text)
  expect(await run(`payouts export ${join(FOLDER, 'none.csv')}`)).toBe('No payouts are ready.')

  expect(await run(`payouts paid ${id}`)).toContain('refused: --ref')
  expect(await run(`payouts paid ${id}`, { ref: 'PP-9', fee: '0.35' })).toBe('1 payout is paid.')
  expect(await run(`payouts rejected ${id}`, { why: 'No' })).toContain(
    `${id} is paid and was not changed.`,
  )
  expect(await run(`payouts returned ${id}`)).toContain('refused: --why')
  expect(await run(`payouts returned ${id}`, { why: 'Closed' })).toBe('1 payout is returned.')
  const [row] = (await requestsOf(ana)).results
  expect(row).toMatchObject({ state: 'returned', note: 'Closed', reference: 'PP-9', fee: 0.35 })
  expect(await moneyOf(server, ana)).toMatchObject({ available: 2500, paid: 0 })
})

test('a payout that does not exist is an error, whatever is to become of it', async () => {
  const none = 'refused: 0 payouts are'
  expect(await run('payouts paid 999999', { ref: 'PP-1' })).toBe(
    `${none} paid.\nThere is no payout 999999.`,
  )
  expect(await run('payouts approve 999999')).toContain(`${none} approved`)
  expect(await run('payouts rejected 999999', { why: 'No' })).toContain(`${none} rejected`)
  expect(await run('payouts returned 999999', { why: 'No' })).toContain(`${none} returned`)
})

test('what a brand has paid is booked once, and covers its orders', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, paying, ana)
  await tell(server, paying, {
    click_id: clickId,
    order_id: 'a1',
    amount: '100',
    status: 'approved',
  })
  const paid = { amount: '12.50', ref: 'INV-1' }
  expect(await run('settled nobody', paid)).toBe('refused: There is no brand nobody.')
  expect(await run('settled paying', { ...paid, amount: '-5' })).toContain('--amount')
  expect(await run('settled paying', paid)).toContain(
    '$12.50 of paying is booked. It covers 1 order.',
  )
  expect(await run('settled paying', { amount: '5', ref: 'INV-2' })).toMatch(
    /^\$5\.00 of paying is booked\. It covers 0 orders\. \$\d+\.\d\d is left and covers the next approved orders of paying\.$/,
  )
  expect(await run('settled paying', paid)).toBe('refused: INV-1 of paying is already booked.')
  expect(await moneyOf(server, ana)).toMatchObject({ available: 1000 })
})

test('gift cards come from a file, each code once', async () => {
  const vendor = await addVendor(server)
  const path = file('value,code,pin,country,ends', '25,AAA-1,77,US,', '25,AAA-2,,US,2099-01-31')
  const importing = { vendor: vendor.key }
  expect(await run(`vouchers import ${path}`)).toContain('--vendor')
  expect(await run(`vouchers import ${path}`, { vendor: 'none' })).toContain('no vendor none')
  const done = `2 gift cards of ${vendor.key} are in stock`
  expect(await run(`vouchers import ${path}`, importing)).toBe(`${done}.`)
  expect(await run(`vouchers import ${path}`, importing)).toContain('2 were there already')
  const wrong: [string, string][] = [
    ['25,B-1,,US,2099-02-31', '`ends` must be a day'],
    ['25,B-1,,US,2020-01-31', 'line 2: the card expired on 2020-01-31'],
    ['abc,B-1,,US,', 'must be an amount'],
    ['25,,,US,', 'the code is missing'],
  ]
  for (const [line, problem] of wrong)
    expect(
      await run(`vouchers import ${file('value,code,pin,country,ends', line)}`, importing),
    ).toContain(problem)
  const ana = await addEarner(server, sure, 60)
  const answer = await ana.send('GET', `/v1/shop/vouchers?vendor=${vendor.id}`)
  const { results } = (await answer.json()) as { results: { id: number }[] }
  const { body } = await redeem(ana, { voucher_id: results[0]?.id }, { path: VOUCHER })
  expect(await run(`payouts approve ${body.result.id}`)).toBe('1 payout is approved.')
  const card = await cardOf(ana, body.result.id)
  expect(card.body.result).toMatchObject({ state: 'paid', code: 'AAA-2', pin: null })
})

const idOf = async (orderId: string) => {
  const [row] = await server.deps.sql<{ id: number }[]>`
    select id from conversions where order_id = ${orderId}`
  return row?.id ?? 0
}

test('held orders are listed with whoever objects, released, reversed and won back', async () => {
  const ana = await signUp(server)
  const link = await addShopLink(server, sure, ana)
  const clickId = await addClick(server, link, { kind: 6 })
  await tell(server, sure, { click_id: clickId, order_id: 'h1', amount: '100' })
  const id = await idOf('h1')
  await ana.send('POST', `/v1/bank/earnings/${id}/appeal/`, { text: 'It was\u001b[2J a friend.' })
  const lookAgain = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10)
  expect(await run('conversions list')).toContain(
    `${id}  Kitchen h1  $10.00  held: own-device, look again by ${lookAgain}\n  objects: It was [2J a friend.`,
  )
  expect(await run(`conversions approve ${id} ${id + 1}`)).toContain('one conversion at a time')
  expect(await run(`conversions approve ${id}`)).toBe('Order h1 is available: $10.00.')
  expect(await run(`conversions approve ${id}`)).toContain('approved already')
  expect(await run(`conversions reverse ${id}`)).toContain('refused: --why')
  expect(await run(`conversions reverse ${id}`, { why: 'Sent back' })).toContain('is reversed')
  expect(await run(`conversions approve ${id}`)).toContain('say --why')
  expect(await run(`conversions approve ${id}`, { why: 'Won' })).toContain('is available')
  expect(await moneyOf(server, ana)).toMatchObject({ available: 1000 })
})

test('an order whose click nobody knew is given to a link, once', async () => {
  const ana = await signUp(server)
  const link = await addShopLink(server, sure, ana)
  const old = newClickId(Date.now() - 3_600_000)
  const told = await tell(server, sure, { click_id: old, order_id: 'u1', amount: '50' })
  expect(told.status).toBe(404)
  const [, call = ''] = /call (\d+) {2}unknown/.exec(await run('conversions list')) ?? []
  expect(await run(`conversions assign ${call} none-such`)).toContain('there is no such link')
  expect(await run(`conversions assign ${call} ${link.shortCode}`)).toBe(
    'Order u1 is pending: $5.00.',
  )
  expect(await run(`conversions assign ${call} ${link.shortCode}`)).toContain(
    'is no call that waits',
  )
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
})

test('orders come from a file as from a shop, and its wrong lines are named', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, paying, ana)
  const path = file(
    'brand,order_id,click_id,amount,status',
    `paying,f1,${clickId},100,approved`,
    `paying,f2,${clickId},-1,pending`,
    `nobody,f3,${clickId},10,pending`,
    `paying,f4,${randomUUID()},10,pending`,
  )
  const out = await run(`conversions import ${path}`)
  expect(out.split('\n')).toEqual([
    '1 of 4 orders were accepted.',
    expect.stringContaining('line 3: amount') as unknown,
    'line 4: there is no brand nobody',
    'line 5: this click or code is unknown',
  ])
  await run(`conversions import ${path}`)
  expect(await moneyOf(server, ana)).toEqual({ approved: 1000 })
})

test('cells that a spreadsheet would run are text both ways (D-100)', async () => {
  const ana = await signUp(server)
  const { clickId } = await selling(server, paying, ana)
  const head = 'brand,order_id,click_id,amount'
  // The shop's order id, and the same id as our exports escape it, are one order.
  const path = file(head, `paying,=1+1,${clickId},100`, `paying,'=1+1,${clickId},100`)
  expect(await run(`conversions import ${path}`)).toBe('2 of 2 orders were accepted.')
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  const rows = await server.deps.sql`
    select order_id from conversions where user_id = ${ana.uuid}`
  expect(rows).toEqual([{ order_id: '=1+1' }])
  const formula = file(head, `paying,x9,${clickId},=10*10`, `paying,x9,${clickId},'=10*10`)
  expect(await run(`conversions import ${formula}`)).toContain('0 of 2 orders were accepted.')
})

test('what is no command is none', async () => {
  for (const words of ['payouts', 'payouts steal', 'payouts constructor', 'wallet list'])
    expect(await run(words)).toBe('no such command')
})
