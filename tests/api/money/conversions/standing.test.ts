import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wallets } from '../../../../server/platform/db/schema.ts'
import { blockLink } from '../../../../server/operator/reports/link-blocks.ts'
import {
  addLink,
  countsOf,
  editLink,
  visit,
  type StoredLink,
} from '#support/server/links/short-links.ts'
import { addClick, addShop, moneyOf, tell } from '#support/server/money/conversions.ts'
import { confirm } from '#support/server/money/wallet.ts'
import { askToLeave, leaveAccount, purge } from '#support/server/leaving.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const shop = await addShop(server, { clickParam: 'subid' })

const PAST = new Date('2026-01-01T10:00:00Z')
const TARGET = 'http://shop.example/lamp'
const INSTEAD = 'http://shop.example/instead'

type Standing = {
  /** Changes the link or its owner after a click. */
  make: (link: StoredLink, ana: Person) => Promise<unknown>
  leads: { status: number; to: string | null }
  counts: boolean
  /**
   * Account of an order's commission, for a click before the change and for one after it; null for
   * none.
   */
  earns: { before: string | null; now: string | null }
  /** Whether the change also ends all sessions. */
  isSignedOut?: true
}

const edited = (changes: Partial<StoredLink>) => (link: StoredLink) =>
  editLink(server, link, changes)
const on = { status: 302, to: TARGET }

/** Adds another user with the same payout address. */
async function shareAddress(_: StoredLink, ana: Person) {
  await confirm(server, ana)
  const { db } = server.deps
  const [own] = await db.select().from(wallets).where(eq(wallets.userId, ana.uuid))
  await db.insert(wallets).values({ userId: randomUUID(), paypalEmail: own?.paypalEmail ?? '' })
}

/** Effect of each change on the redirect, on click counting and on commissions. */
const TABLE: Record<string, Standing> = {
  'as it was': {
    make: () => Promise.resolve(),
    leads: on,
    counts: true,
    earns: { before: 'pending', now: 'pending' },
  },
  hidden: {
    make: edited({ isHidden: true }),
    leads: on,
    counts: true,
    earns: { before: 'pending', now: 'pending' },
  },
  ended: {
    make: edited({ expiresAt: PAST }),
    leads: { status: 410, to: null },
    counts: false,
    earns: { before: 'pending', now: null },
  },
  'ended, with a fallback': {
    make: edited({ expiresAt: PAST, fallbackUrl: INSTEAD }),
    leads: { status: 302, to: INSTEAD },
    counts: false,
    earns: { before: 'pending', now: null },
  },
  blocked: {
    make: ({ shortCode }) =>
      blockLink(server.deps.db, shortCode, {
        why: 'It sells nothing',
        rule: 'No fraud',
        contact: '',
      }),
    leads: { status: 410, to: null },
    counts: false,
    earns: { before: 'pending', now: null },
  },
  held: { make: shareAddress, leads: on, counts: true, earns: { before: 'held', now: 'held' } },
  'out of the network': {
    make: edited({ treatAsInNetwork: false }),
    leads: on,
    counts: true,
    earns: { before: 'pending', now: null },
  },
  'of somebody who is leaving': {
    make: (_, ana) => askToLeave(ana),
    leads: on,
    counts: true,
    earns: { before: 'pending', now: 'pending' },
    isSignedOut: true,
  },
  'of somebody who is gone': {
    make: async (_, ana) => {
      await leaveAccount(server, ana)
      await purge(server)
    },
    leads: { status: 410, to: null },
    counts: false,
    earns: { before: null, now: null },
    isSignedOut: true,
  },
}

/**
 * Returns the account that a new order's commission goes to, or null if the order belongs to no
 * user.
 */
async function earnedOn(ana: Person, clickId: string | null): Promise<string | null> {
  if (clickId === null) return null
  const sums = async () => new Map(Object.entries(await moneyOf(server, ana)))
  const before = await sums()
  // Late enough after the click not to be held for review.
  const ordered_at = new Date(Date.now() + 60_000).toISOString()
  const order = { click_id: clickId, order_id: randomUUID(), amount: '100', ordered_at }
  const { status } = await tell(server, shop, order)
  const grown = [...(await sums())].filter(([name, cents]) => cents > (before.get(name) ?? 0))
  if (status === 404 && grown.length === 0) return null
  expect({ status, cents: grown.map(([name, cents]) => cents - (before.get(name) ?? 0)) }).toEqual({
    status: 200,
    cents: [1000],
  })
  return grown[0]?.[0] ?? null
}

/** Returns the number of earnings that the user sees, or the status of a refusal. */
const listed = async (ana: Person) => {
  const answer = await ana.send('GET', '/v1/bank/pending_earnings/')
  return answer.status === 200 ? ((await answer.json()) as { count: number }).count : answer.status
}

test.each(Object.entries(TABLE))(
  'a link %s: whether it redirects, counts and earns (R-409)',
  async (_, { make, leads, counts, earns, isSignedOut = false }) => {
    const ana = await signUp(server)
    const fields = { userId: ana.uuid, brandId: shop.id, treatAsInNetwork: true, url: TARGET }
    const link = await addLink(server, fields)
    const clickBefore = await addClick(server, link)
    await make(link, ana)

    const { status, location } = await visit(server, `/s/${link.shortCode}`)
    const [to = null] = (location ?? '').split('?').filter(Boolean)
    expect({ status, to }).toEqual(leads)
    const unique = async () => (await countsOf(server, link)).unique
    await expect.poll(unique, { timeout: 20_000 }).toBe(counts ? 1 : 0)

    const clickNow = location ? new URL(location).searchParams.get('subid') : null
    const orders = [earns.before, earns.now].filter(Boolean).length
    expect({
      before: await earnedOn(ana, clickBefore),
      now: await earnedOn(ana, clickNow),
    }).toEqual(earns)
    // The user sees all orders.
    expect(await listed(ana)).toBe(isSignedOut ? 401 : orders)
  },
)
