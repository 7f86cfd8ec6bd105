import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clickId as newClickId } from '../../../../server/redirect/clicks/click-id.ts'
import { moneyCommand, type MoneyOptions } from '../../../../server/operator/money.ts'
import {
  addClick,
  addShop,
  addShopLink,
  DAY_MS,
  moneyOf,
  tell,
  addSeller,
  approved,
  latestEarning,
  HOUR_MS,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import {
  addInstantShop,
  addVendor,
  cardOf,
  addEarner,
  redeem,
  requestsOf,
  VOUCHER,
} from '#support/server/money/wallet.ts'
import { runOperator } from '#support/server/money/market.ts'
import { type Voucher } from '#contract/money/wallet.ts'

const server = await startTestServer()
const folder = server.deps.config.dataDir
const sure = await addInstantShop(server)
const paying = await addShop(server, { key: 'paying', minHoldHours: 0 })

const run = (words: string, options?: MoneyOptions) =>
  runOperator({ stage: server }, words, options)

function file(...lines: string[]): string {
  const path = join(folder, `${randomUUID()}.csv`)
  writeFileSync(path, lines.join('\n'))
  return path
}

test('payouts are exported without formulas, and recorded as paid or returned by number', async () => {
  const ana = await addEarner(server, sure, 25)
  await server.deps.sql`
    update wallets set paypal_email = '=cmd()@pay.example' where user_id = ${ana.uuid}`
  const { id, number } = (await redeem(ana, { value: 25 })).body.result
  expect(await run('payouts list')).toContain(`${number}  in_review  $25.00  paypal =cmd()`)
  expect(await run(`payouts approve ${id}`)).toBe('1 payout is approved.')
  const path = join(folder, 'out.csv')
  expect(await run(`payouts export ${path}`)).toMatch(
    /^Batch \d+: 1 payout with \$25\.00 in total, in /,
  )
  expect(await run(`payouts export ${path}`)).toContain('already exists')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(`,${number},paypal,'=cmd()@pay.example,25.00,USD\r\n`)
  const batch = /^\d+/.exec(text.split('\n')[1] ?? '')?.[0] ?? ''
  const again = join(folder, 'again.csv')
  expect(await run(`payouts export ${again}`, { batch })).toContain(path.slice(-1))
  expect(readFileSync(again, 'utf8')).toBe(text)
  expect(await run(`payouts export ${join(folder, 'none.csv')}`)).toBe('No payouts are ready.')
  expect(await run(`payouts export ${join(folder, 'none.csv')}`, { batch: '999' })).toBe(
    'refused: There is no batch 999.',
  )

  expect(await run(`payouts paid ${id}`)).toBe(
    'refused: --ref "number of the payment" is missing. The user concerned will read it.',
  )
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

test('each payout command reports an unknown payout', async () => {
  const none = 'refused: There is no payout 999999.'
  for (const command of ['paid', 'approve', 'rejected', 'returned'])
    expect(await run(`payouts ${command} 999999`, { ref: 'PP-1', why: 'No' })).toBe(none)
})

test('a payment of a brand is booked once and covers its orders', async () => {
  const { ana, order } = await addSeller(server, paying, { amount: '100' })
  await tell(server, paying, approved(order))
  const paid = { amount: '12.50', ref: 'INV-1' }
  expect(await run('settled nobody', paid)).toBe('refused: There is no brand nobody.')
  expect(await run('settled paying', { ...paid, amount: '-5' })).toContain('--amount')
  const booked = '$12.50 of paying is booked. It covers 1 order.'
  expect(await run('settled paying', paid)).toContain(booked)
  expect(await run('settled paying', { amount: '5', ref: 'INV-2' })).toMatch(
    /^\$5\.00 of paying is booked\. It covers 0 orders\. \$\d+\.\d\d is left and covers the next approved orders of paying\.$/,
  )
  expect(await run('settled paying', paid)).toBe('refused: INV-1 of paying is already booked.')
  expect(await moneyOf(server, ana)).toMatchObject({ available: 1000 })
})

test('gift cards are imported from a file, each code once', async () => {
  const vendor = await addVendor(server)
  const path = file('value,code,pin,country,ends', '25,AAA-1,77,US,', '25,AAA-2,,US,2099-01-31')
  const load = (from: string, key = vendor.key) => run(`vouchers import ${from}`, { vendor: key })
  expect(await run(`vouchers import ${path}`)).toContain('--vendor')
  expect(await load(path, 'none')).toMatch(/There is no vendor none\. Use one of .*\.$/)
  expect(await load(path)).toBe(`Added 2 gift cards of ${vendor.key}.`)
  expect(await load(path)).toBe(`Added 0 gift cards of ${vendor.key}. 2 were in stock already.`)
  const ana = await addEarner(server, sure, 60)
  const { results } = await ana.get<{ results: Voucher[] }>(`/v1/shop/vouchers?vendor=${vendor.id}`)
  const { body } = await redeem(ana, { voucher_id: results[0]?.id }, { path: VOUCHER })
  expect(await run(`payouts approve ${body.result.id}`)).toBe('1 payout is approved.')
  const card = await cardOf(ana, body.result.id)
  expect(card.body.result).toMatchObject({ state: 'paid', code: 'AAA-2', pin: null })
})

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

test('all wrong lines of a file of gift cards are named, and no card of it is added', async () => {
  const vendor = await addVendor(server)
  const importing = { vendor: vendor.key }
  const head = 'value,code,currency,ends'
  const path = file(
    head,
    '25,GOOD-1,,',
    '25,B-1,,2099-02-31',
    '25,B-2,,2020-01-31',
    `25,B-3,,${inDays(30)}`,
    'abc,,EUR,',
    '0,B-5,,',
  )
  expect((await run(`vouchers import ${path}`, importing)).split('\n')).toEqual([
    `refused: No gift card was added. Correct these lines of ${path}:`,
    'line 3: `ends` must be a day like 2027-01-31',
    'line 4: the card expired on 2020-01-31',
    `line 5: the card expires on ${inDays(30)}, and cards are handed out until 30 days before`,
    'line 6: the value must be an amount like 25.00',
    'line 6: the code is missing',
    'line 6: the currency must be USD',
    'line 7: the value is 0',
  ])
  const good = file(head, '25,GOOD-1,usd,', `25,GOOD-2,,${inDays(31)}`)
  expect(await run(`vouchers import ${good}`, importing)).toBe(
    `Added 2 gift cards of ${vendor.key}.`,
  )
  const ana = await signUp(server)
  const { results } = await ana.get<{ results: Voucher[] }>(`/v1/shop/vouchers?vendor=${vendor.id}`)
  expect(results).toMatchObject([{ ends_on: inDays(31) }])
})

test('held orders are listed with appeals, and can be released, reversed and restored', async () => {
  const { ana, link } = await addSeller(server, sure)
  const click_id = await addClick(server, link, { kind: 6 })
  await tell(server, sure, { click_id, order_id: 'h1', amount: '100' })
  const id = await latestEarning(server, ana)
  await ana.send('POST', `/v1/bank/earnings/${id}/appeal/`, { text: 'It was\u001b[2J a friend.' })
  const lookAgain = inDays(7)
  expect(await run('conversions list', { waiting: true })).toContain(
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

test('an order with an unknown click can be assigned to a link, once', async () => {
  const { ana, link } = await addSeller(server, sure)
  const click_id = newClickId(Date.now() - HOUR_MS)
  const unknown = await tell(server, sure, { click_id, order_id: 'u1', amount: '50' })
  expect(unknown.status).toBe(404)
  const [, call = ''] =
    /call (\d+) {2}unknown/.exec(await run('conversions list', { waiting: true })) ?? []
  const assign = (code: string) => run(`conversions assign ${call} ${code}`)
  expect(await assign('none-such')).toContain('this link does not exist')
  expect(await assign(link.shortCode)).toBe('Order u1 is pending: $5.00.')
  expect(await assign(link.shortCode)).toContain('is no call that waits')
  expect(await moneyOf(server, ana)).toEqual({ pending: 500 })
})

test('orders are imported from a file, and its wrong lines are listed', async () => {
  const { ana, clickId } = await addSeller(server, paying)
  const path = file(
    'brand,order_id,click_id,amount,status',
    `paying,f1,${clickId},100,approved`,
    `paying,f2,${clickId},-1,pending`,
    `nobody,f3,${clickId},10,pending`,
    `paying,f4,${randomUUID()},10,pending`,
  )
  expect((await run(`conversions import ${path}`)).split('\n')).toEqual([
    'refused: 1 of 4 orders were accepted.',
    expect.stringContaining('line 3: amount') as unknown,
    'line 4: there is no brand nobody',
    'line 5: this click or code is unknown',
    'Correct these lines and import the file again. Accepted orders stay as they are.',
  ])
  await run(`conversions import ${path}`)
  expect(await moneyOf(server, ana)).toEqual({ approved: 1000 })
})

test('cells that a spreadsheet would run as formulas are text in both directions (D-100)', async () => {
  const { ana, clickId } = await addSeller(server, paying)
  const head = 'brand,order_id,click_id,amount'
  // The shop's order id, and the same id as our exports escape it, are one order.
  const path = file(head, `paying,=1+1,${clickId},100`, `paying,'=1+1,${clickId},100`)
  expect(await run(`conversions import ${path}`)).toBe('2 of 2 orders were accepted.')
  expect(await moneyOf(server, ana)).toEqual({ pending: 1000 })
  const rows = await server.deps.sql`select order_id from conversions where user_id = ${ana.uuid}`
  expect(rows).toEqual([{ order_id: '=1+1' }])
  const formula = file(head, `paying,x9,${clickId},=10*10`, `paying,x9,${clickId},'=10*10`)
  expect(await run(`conversions import ${formula}`)).toContain('0 of 2 orders were accepted.')
})

test('all orders are listed, or those of a brand, of a state or with a problem', async () => {
  const brand = await addShop(server, { key: 'lists' })
  const link = await addShopLink(server, brand, await signUp(server))
  const own = { brand: 'lists' }
  expect(await run('conversions list', own)).toBe('There are no such orders.')
  const order = async (order_id: string, kind?: number) => {
    const click_id = await addClick(server, link, kind === undefined ? {} : { kind })
    await tell(server, brand, { click_id, order_id, amount: '100' })
  }
  await order('l1')
  await order('l2', 6)
  expect((await run('conversions list', own)).split('\n')).toEqual([
    expect.stringMatching(/^\d+ {2}lists {2}l2 {2}held {2}100\.00 USD {2}earns \$10\.00 {2}2/),
    expect.stringMatching(/^\d+ {2}lists {2}l1 {2}pending {2}100\.00 USD {2}earns \$10\.00 {2}2/),
  ])
  expect(await run('conversions list', { ...own, status: 'held' })).not.toContain('l1')
  await tell(server, brand, { order_id: 'l1', status: 'reversed', reason: 'Returned' })
  expect(await run('conversions list', { ...own, status: 'reversed' })).toMatch(
    /^\d+ {2}lists {2}l1 {2}reversed {2}100\.00 USD {2}2/,
  )
  const waiting = await run('conversions list', { waiting: true })
  expect(waiting).toContain('Kitchen l2')
  expect(waiting).not.toContain('Kitchen l1')
  for (const [options, part] of [
    [{ brand: 'nobody' }, 'refused: There is no brand nobody.'],
    [{ status: 'paid' }, 'pending, held, approved, available, reversed'],
    [{ ...own, waiting: true }, 'no other options'],
  ] as const)
    expect(await run('conversions list', options)).toContain(part)
})

test('an unknown command does not exist', () => {
  for (const words of ['payouts', 'payouts steal', 'payouts constructor', 'wallet list'])
    expect(moneyCommand(words.split(' '))).toBeUndefined()
})
