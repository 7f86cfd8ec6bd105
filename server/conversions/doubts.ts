import { createHash } from 'node:crypto'
import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { conversions, users, wallets } from '../db/schema.ts'
import { KIND } from '../clicks/kinds.ts'
import type { Attributed } from './attribution.ts'
import type { HoldRule } from './conversions-schema.ts'

/** A sale that looks odd is kept back, never refused; its person reads why, and until when. */
export const HOLDS: Record<HoldRule, { why: string; days: number; endsByItself: boolean }> = {
  'own-customer': {
    why: 'The order was made with the email address of your account.',
    days: 7,
    endsByItself: false,
  },
  'own-device': {
    why: 'The order came from a click on one of your own devices.',
    days: 7,
    endsByItself: false,
  },
  'shared-payout': {
    why: 'Another account has the same payout address as yours.',
    days: 7,
    endsByItself: false,
  },
  'many-orders': {
    why: 'There were more than five orders from one click.',
    days: 7,
    endsByItself: false,
  },
  'too-quick': {
    why: 'The order came within five seconds of the click.',
    days: 7,
    endsByItself: false,
  },
  // A real buyer's browser may have fetched the page ahead.
  'no-person': {
    why: 'The click looked like a program or a preview. It is released by itself, unless the shop objects.',
    days: 7,
    endsByItself: true,
  },
}

const MOST_ORDERS = 5
const QUICK_MS = 5000
const NO_PERSON: ReadonlySet<number> = new Set([KIND.bot, KIND.preview, KIND.duplicate])

type Order = { customer: string; orderedAt: Date }

/** What speaks against a new order, if anything does; at once what weighs most. */
export async function doubtOf(
  tx: Tx,
  { userId, click }: Attributed,
  { customer, orderedAt }: Order,
): Promise<HoldRule | null> {
  if (customer !== '' && (await isOwnAddress(tx, userId, customer))) return 'own-customer'
  if (click?.kind === KIND.own) return 'own-device'
  if (await sharesPayout(tx, userId)) return 'shared-payout'
  if (click && (await ordersOn(tx, click.id)) >= MOST_ORDERS) return 'many-orders'
  if (click && orderedAt.getTime() - click.at.getTime() < QUICK_MS) return 'too-quick'
  return click && NO_PERSON.has(click.kind) ? 'no-person' : null
}

async function isOwnAddress(tx: Tx, userId: string, customer: string): Promise<boolean> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user !== undefined && createHash('sha256').update(user.email).digest('hex') === customer
}

async function sharesPayout(tx: Tx, userId: string): Promise<boolean> {
  const own = tx
    .select({ email: wallets.paypalEmail })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), ne(wallets.paypalEmail, '')))
  const [other] = await tx
    .select({ one: sql`1` })
    .from(wallets)
    .where(and(ne(wallets.userId, userId), eq(wallets.paypalEmail, sql`(${own})`)))
    .limit(1)
  return other !== undefined
}

async function ordersOn(tx: Tx, clickId: string): Promise<number> {
  const [row] = await tx
    .select({ orders: count() })
    .from(conversions)
    .where(eq(conversions.clickId, clickId))
  return row?.orders ?? 0
}
