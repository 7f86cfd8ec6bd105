import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ReferralLink } from '#contract/money/referrals.ts'
import { conversions, referrals } from '../../../../server/platform/db/schema.ts'
import { referralReward } from '../../../../server/money/referrals/reward-job.ts'
import {
  addShop,
  DAY_MS,
  settleLater,
  moneyOf,
  selling,
  tell,
  type Shop,
  newOrder,
} from '#support/server/money/conversions.ts'
import { open } from '#support/server/hosts/login-pages.ts'
import {
  finishSignIn,
  newEmail,
  PASSWORD,
  signUp,
  type Person,
  sessionOn,
} from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ referralShare: 5 })
const shop = await addShop(server, { pays: 'guaranteed', minHoldHours: 72 })

/** Creates a user and a second one invited by the first. */
async function pair(of: Shop = shop) {
  const ana = await signUp(server)
  const { code } = (await ana.get<{ result: ReferralLink }>('/v2/my/referrals/links/latest/'))
    .result
  const page = await open(server, `/multi-connect/signup?ref=${code}`)
  const done = await page.submit({ email: newEmail(), password: PASSWORD })
  const { token } = await finishSignIn(server, done)
  const { uuid } = await sessionOn(server, token ?? '').get<{ uuid: string }>('/v1/users/me')
  const { clickId } = await selling(server, of, { ...ana, uuid })
  return { ana, ben: { uuid }, clickId }
}

const order = (clickId: string, amount: string, status = 'approved') =>
  newOrder(clickId, { amount, status })

/** Runs the reward job for the user's conversions. */
async function pay(of: { uuid: string }) {
  const rows = await server.deps.db
    .select({ id: conversions.id })
    .from(conversions)
    .where(eq(conversions.userId, of.uuid))
  const { signal } = new AbortController()
  for (const { id } of rows) void (await referralReward(server.deps, { conversionId: id }, signal))
}

const jobsWaiting = async () => {
  const [row] = await server.deps.sql<{ count: string }[]>`
    select count(*) from graphile_worker.jobs where task_identifier = 'referral-reward'`
  return Number(row?.count)
}

const listed = (ana: Person) => ana.get<{ results: { earned: number }[] }>('/v2/my/referrals/')
const summary = async (ana: Person) =>
  (await ana.get<{ result: object }>('/v2/my/referrals/summary/')).result

test('the reward for a sale is paid once, when the sale is (D-54, R-423)', async () => {
  const { ana, ben, clickId } = await pair()
  const before = await jobsWaiting()
  const sold = order(clickId, '100', 'pending')
  await tell(server, shop, sold)
  expect(await jobsWaiting()).toBe(before)
  await tell(server, shop, { ...sold, status: 'approved' })
  expect(await jobsWaiting()).toBe(before + 1)
  await pay(ben)
  await pay(ben)
  expect(await moneyOf(server, ana)).toEqual({ approved: 50 })
  expect(await summary(ana)).toMatchObject({ earned: 0, pending: 0.5, share_percentage: 5 })
  expect(await ana.get('/v1/bank/pending_earnings/')).toMatchObject({
    total: 0.5,
    results: [
      {
        kind: 'referral',
        amount: 0.5,
        link_name: 'Someone you invited',
        // The reward waits for another user's sale, not for a brand or a date.
        waits_for_brand: false,
        expected_at: null,
      },
    ],
  })

  await settleLater(server, 4 * DAY_MS)
  await pay(ben)
  expect(await moneyOf(server, ana)).toEqual({ approved: 0, available: 50 })
  expect(await summary(ana)).toMatchObject({ earned: 0.5, pending: 0 })
  expect((await listed(ana)).results).toMatchObject([{ earned: 0.5 }])
})

test('a reversal takes the reward back, a refund a part of it, a won dispute pays it again', async () => {
  const { ana, ben, clickId } = await pair()
  const sold = order(clickId, '200')
  await tell(server, shop, sold)
  await settleLater(server, 4 * DAY_MS)
  await pay(ben)
  expect(await moneyOf(server, ana)).toMatchObject({ available: 100 })
  await tell(server, shop, { ...sold, amount: '150', reason: 'One was sent back' })
  await pay(ben)
  expect(await moneyOf(server, ana)).toMatchObject({ available: 75 })
  const gone = { ...sold, amount: '150', status: 'reversed', reason: 'Sent back' }
  await tell(server, shop, gone)
  await pay(ben)
  await pay(ben)
  expect(await moneyOf(server, ana)).toMatchObject({ available: 0 })
  expect((await listed(ana)).results).toMatchObject([{ earned: 0 }])
  await tell(server, shop, { ...gone, status: 'approved', reason: 'Dispute was won' })
  await settleLater(server, 4 * DAY_MS)
  await pay(ben)
  const { available = 0, approved = 0 } = await moneyOf(server, ana)
  expect(available + approved).toBe(75)
})

test('a reward waits until the brand has paid for the sale', async () => {
  const slow = await addShop(server, { pays: 'when_funded', minHoldHours: 0 })
  const { ana, ben, clickId } = await pair(slow)
  await tell(server, slow, order(clickId, '100'))
  await pay(ben)
  await settleLater(server, 30 * DAY_MS)
  await pay(ben)
  expect(await moneyOf(server, ana)).toEqual({ approved: 50 })
})

const joinedDaysAgo = ({ uuid }: { uuid: string }, days: number) =>
  server.deps.db
    .update(referrals)
    .set({ joinedAt: new Date(Date.now() - days * DAY_MS) })
    .where(eq(referrals.referredId, uuid))

test('people who joined while there was no reward never cause one (D-54)', async () => {
  server.deps.config.referralShare = 0
  const { ana, ben, clickId } = await pair()
  server.deps.config.referralShare = 5
  const before = await jobsWaiting()
  await tell(server, shop, order(clickId, '100'))
  await pay(ben)
  expect(await jobsWaiting()).toBe(before)
  expect(await moneyOf(server, ana)).toEqual({})
  expect(await moneyOf(server, ben)).toEqual({ approved: 1000 })
})

test('the share is that of the sign-up and applies for a year', async () => {
  const { ana, ben, clickId } = await pair()
  server.deps.config.referralShare = 50
  await tell(server, shop, order(clickId, '100'))
  server.deps.config.referralShare = 5
  await pay(ben)
  expect(await moneyOf(server, ana)).toEqual({ approved: 50 })

  const late = await pair()
  await joinedDaysAgo(late.ben, 364)
  const asked = await jobsWaiting()
  await tell(server, shop, order(late.clickId, '100'))
  expect(await jobsWaiting()).toBe(asked + 1)
  await pay(late.ben)
  expect(await moneyOf(server, late.ana)).toEqual({ approved: 50 })

  const old = await pair()
  await joinedDaysAgo(old.ben, 366)
  const before = await jobsWaiting()
  await tell(server, shop, order(old.clickId, '100'))
  expect(await jobsWaiting()).toBe(before)
  expect(await moneyOf(server, old.ana)).toEqual({})
})

test('each ledger transaction sums to zero, and the operator pays the reward', async () => {
  const { ana, ben, clickId } = await pair()
  await tell(server, shop, order(clickId, '99.99'))
  await pay(ben)
  const sums = await server.deps.sql<{ sum: string }[]>`
    select sum(cents) as sum from ledger_entries group by transaction_id having sum(cents) <> 0`
  expect(sums).toEqual([])
  const [bonus] = await server.deps.sql<{ cents: string }[]>`
    select e.cents from ledger_entries e join ledger_entries o using (transaction_id)
    where o.owner = ${ana.uuid} and e.account = 'bonus'`
  // Five percent of $10.00, rounded to even.
  expect(Number(bonus?.cents)).toBe(-50)
  expect(await moneyOf(server, ana)).toEqual({ approved: 50 })
})

test('rewards are paid by a job', async () => {
  const { ana, clickId } = await pair()
  await tell(server, shop, order(clickId, '100'))
  expect(await moneyOf(server, ana)).toEqual({})
  await server.deps.jobs.start()
  await expect.poll(() => moneyOf(server, ana), { timeout: 20_000 }).toEqual({ approved: 50 })
})
