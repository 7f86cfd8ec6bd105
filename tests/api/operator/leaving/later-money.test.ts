import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { redemptions, wallets } from '../../../../server/platform/db/schema.ts'
import { laterMoneyMail } from '../../../../server/operator/leaving/later-money-mail.ts'
import { payFormerUsers } from '../../../../server/operator/leaving/later-money.ts'
import { PAYOUTS } from '../../../../server/operator/payouts.ts'
import { markPaid } from '../../../../server/money/wallet/payouts.ts'
import { addShop, DAY_MS, settleLater, moneyOf } from '#support/server/money/conversions.ts'
import { askToLeave, leaveAccount, leaverOf, purge } from '#support/server/leaving.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import { linkIn, mailsTo } from '#support/server/links/outbox.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addInstantShop, confirm, earn, addEarner } from '#support/server/money/wallet.ts'

const server = await startTestServer()

const { signal } = new AbortController()
const round = (at = new Date()) => payFormerUsers(server.deps, signal, at)
const requests = ({ uuid }: Person) =>
  server.deps.db
    .select({ cents: redemptions.cents, state: redemptions.state, target: redemptions.target })
    .from(redemptions)
    .where(eq(redemptions.userId, uuid))
const told = async (person: Person, cents: number) =>
  void (await laterMoneyMail(server.deps, { userId: person.uuid, cents }, signal))

/** Creates a user who deletes the account while an order is pending. */
async function leftWithPending(dollars: number, withAddress: boolean) {
  const shop = await addShop(server, { pays: 'guaranteed', holdDays: 30, minHoldHours: 72 })
  const ana = await signUp(server)
  if (withAddress) await confirm(server, ana)
  await earn(server, shop, ana, dollars)
  await leaveAccount(server, ana)
  await purge(server)
  return ana
}

describe('a user who deletes the account', () => {
  test('can redeem less than the minimum with the request', async () => {
    const ana = await addEarner(server, await addInstantShop(server), 4)
    expect((await askToLeave(ana, { redeem: true })).status).toBe(200)
    const [asked, ...others] = await requests(ana)
    expect(others).toEqual([])
    expect(asked).toMatchObject({ cents: 400, state: 'in_review' })
    expect((await moneyOf(server, ana)).available ?? 0).toBe(0)
  })

  test('without a payout address is asked for one, and no payout is requested', async () => {
    const ana = await signUp(server)
    await confirm(server, ana)
    await server.deps.db.delete(wallets).where(eq(wallets.userId, ana.uuid))
    const refused = await askToLeave(ana, { redeem: true })
    expect(refused.status).toBe(400)
    expect(refused.body.errors?.['redeem']?.[0]).toContain('PayPal address')
    expect(await leaverOf(server, ana)).toBeUndefined()
  })

  test('gets later earnings at the former payout address', async () => {
    const ana = await leftWithPending(3, true)
    await round()
    expect(await requests(ana)).toEqual([])
    await settleLater(server, 60 * DAY_MS)
    await round()
    await round()
    const [request, ...others] = await requests(ana)
    expect([request?.cents, others]).toEqual([300, []])
    expect(request?.target).toMatch(/@pay\.example$/)
    await told(ana, 300)
    expect(mailsTo(server, ana.email).at(-1)).toContain('$3.00 that you earned')
  })

  test('is paid even if the payout of another user fails', async () => {
    const { jobs } = server.deps
    const [stuck, ben] = [await leftWithPending(3, true), await leftWithPending(3, true)]
    await settleLater(server, 60 * DAY_MS)
    const broken = new Error('not this one')
    const add: typeof jobs.add = (tx, name, payload, options) =>
      JSON.stringify(payload).includes(stuck.uuid)
        ? Promise.reject(broken)
        : jobs.add(tx, name, payload, options)
    await expect(
      payFormerUsers({ ...server.deps, jobs: { ...jobs, add } }, signal),
    ).rejects.toThrow(broken)
    expect(await requests(stuck)).toEqual([])
    expect((await requests(ben)).map(({ cents }) => cents)).toEqual([300])
  })

  test('is asked for a missing payout address, and is paid afterwards', async () => {
    const ana = await leftWithPending(5, false)
    await settleLater(server, 60 * DAY_MS)
    await round()
    expect(await requests(ana)).toEqual([])
    await told(ana, 500)
    const path = new URL(linkIn(mailsTo(server, ana.email).at(-1) ?? '')).pathname
    const wrong = '/confirm-email/later-payout/no-such-key'
    expect((await open(server, wrong)).status).toBe(404)
    await server.deps.sql`
      update throttle set count = 60 where key like 'wrongMailKeysByAddress:%'`
    expect((await open(server, wrong)).status).toBe(429)
    // The right key works even after too many wrong ones from the same address.
    const page = await open(server, path)
    expect(page.html).toContain('Enter the email address of your PayPal account.')
    expect((await page.submit({ email: 'nobody' })).status).toBe(400)
    const done = await page.submit({ email: 'ana@pay.example' })
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('ana@pay.example')])
    await server.deps.sql`delete from throttle`
    expect((await open(server, path)).status).toBe(404)
    await round()
    expect(await requests(ana)).toMatchObject([{ cents: 500, target: 'ana@pay.example' }])
  })

  test('is forgotten with the payout address once everything is paid', async () => {
    const ana = await leftWithPending(3, true)
    await settleLater(server, 60 * DAY_MS)
    await round()
    const [request] = await server.deps.db
      .select()
      .from(redemptions)
      .where(eq(redemptions.userId, ana.uuid))
    await round()
    expect(await leaverOf(server, ana)).toBeDefined()
    await markPaid(server.deps.db, [request?.id ?? 0], {
      reference: 'r',
      feeCents: 0,
      at: new Date(),
    })
    await round()
    expect(await leaverOf(server, ana)).toBeUndefined()
    expect(await requests(ana)).toMatchObject([{ state: 'paid', target: '' }])
  })

  test('without open earnings is forgotten at once', async () => {
    const ana = await signUp(server)
    await leaveAccount(server, ana)
    await purge(server)
    await round()
    expect(await leaverOf(server, ana)).toBeUndefined()
  })

  test('is remembered for twelve months; the money stays', async () => {
    const ana = await leftWithPending(2, false)
    const gone = (await leaverOf(server, ana))?.goneAt ?? new Date()
    const months = (count: number) =>
      new Date(new Date(gone).setUTCMonth(gone.getUTCMonth() + count))
    await round(months(11))
    expect(await leaverOf(server, ana)).toBeDefined()
    await round(months(12))
    expect(await leaverOf(server, ana)).toBeUndefined()
    expect((await moneyOf(server, ana)).approved).toBe(200)
  })
})

test('the operator sees balances unchanged for years, and they stay', async () => {
  const ana = await addEarner(server, await addInstantShop(server), 7)
  const dormant = (years: string) =>
    PAYOUTS['dormant']?.([], { years })(server.deps.db, server.deps.config)
  expect(await dormant('3')).toBe('There are no balances without movement for 3 years.')
  // Inserts old entries, because existing entries cannot be changed.
  await server.deps.sql`
    insert into ledger_entries (transaction_id, account, owner, cents, kind, reference, at)
    select t, account, owner, cents, 'correction', 'test', now() - interval '4 years' from (
      select gen_random_uuid() as t) as one, (values
      ('available', '00000000-0000-4000-8000-000000000777'::uuid, 900),
      ('platform', '00000000-0000-4000-8000-000000000778'::uuid, -900)) as rows (account, owner, cents)`
  const shown = await dormant('3')
  expect(shown).toMatch(
    /\$9\.00 {2}since \d{4}-\d\d-\d\d .* former user \(00000000-0000-4000-8000-000000000777\)/,
  )
  expect(shown).not.toContain(ana.email)
})
