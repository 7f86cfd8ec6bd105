import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { KIND } from '../../redirect/clicks/kinds.ts'
import type { Attributed } from './attribution.ts'
import type { HoldRule } from '../../platform/db/schema/conversions-schema.ts'
import { rateRows, tableOf, type BrandRow, type RateRows, type RateTable } from './rates.ts'

/**
 * Rules for holding suspicious sales. They are never refused; the creator sees the reason and the
 * date of the review.
 */
export const HOLDS: Record<HoldRule, { why: string; days: number; endsByItself: boolean }> = {
  'own-customer': {
    why: 'The order was made with the email address of your account.',
    days: 7,
    endsByItself: false,
  },
  'own-device': {
    why: 'The click came from one of your own devices.',
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
  // A real buyer's browser may have prefetched the page.
  'no-person': {
    why: 'The click looked like a bot or a link preview. The hold ends automatically unless the shop objects.',
    days: 7,
    endsByItself: true,
  },
}

/** Maximum number of orders per click without a review. */
export const MAX_ORDERS_PER_CLICK = 5
const QUICK_MS = 5000
const NON_HUMAN_KINDS: ReadonlySet<number> = new Set([KIND.bot, KIND.preview, KIND.duplicate])

type Order = { customer: string; orderedAt: Date }

/** Returns the reason to hold a new order, or null. The most serious reason comes first. */
export function holdRuleOf(
  { email, sharesPayout, orders }: FraudSigns,
  { click }: Attributed,
  { customer, orderedAt }: Order,
): HoldRule | null {
  if (customer !== '' && email !== null && hashOf(email) === customer) return 'own-customer'
  if (click?.kind === KIND.own) return 'own-device'
  if (sharesPayout) return 'shared-payout'
  if (click && orders >= MAX_ORDERS_PER_CLICK) return 'many-orders'
  if (click && orderedAt.getTime() - click.at.getTime() < QUICK_MS) return 'too-quick'
  return click && NON_HUMAN_KINDS.has(click.kind) ? 'no-person' : null
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('hex')

type FraudSigns = { email: string | null; sharesPayout: boolean; orders: number }
export type Facts = FraudSigns & { rates: RateTable }
export type FactRow = FraudSigns & { rates: RateRows }

/**
 * Returns the brand's percentages and the signs of suspicion. Needs the lock on the user, so that
 * concurrent orders of one click are counted one after another.
 */
export async function factsOf(
  tx: Tx,
  { brand, attributed }: { brand: BrandRow; attributed: Attributed },
): Promise<Facts> {
  const { userId, click } = attributed
  const [row] = await tx.named('order-facts')<[FactRow]>`
    select ${factColumns({
      brandId: part`${brand.id}::uuid`,
      userId: part`${userId}::uuid`,
      clickId: part`${click?.id ?? null}::uuid`,
    })}`
  return factsIn(brand, row)
}

export const factsIn = (brand: BrandRow, { rates, ...signs }: FactRow): Facts => ({
  ...signs,
  rates: tableOf(brand, rates),
})

type FactKeys = Record<'brandId' | 'userId' | 'clickId', SqlPart>

/** Returns the same facts as columns for a larger statement. */
export const factColumns = ({ brandId, userId, clickId }: FactKeys): SqlPart => part`
  ${rateRows(brandId)} as rates,
  (select email from users where id = ${userId}) as email,
  exists (
    select from wallets as own join wallets as other using (paypal_email)
    where own.user_id = ${userId} and own.paypal_email <> ''
      and other.user_id <> own.user_id and other.paypal_email <> ''
  ) as "sharesPayout",
  (select count(*)::int from conversions where click_id = ${clickId}) as orders`
