import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { EarningBrand } from '#contract/money/common.ts'
import type { Balance } from '#contract/money/wallet.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, conversions } from '../../platform/db/schema.ts'
import { sumsOf } from '../ledger/balance.ts'
import { OWN_ACCOUNTS } from '../../platform/db/schema/ledger-schema.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'
import { toDollars } from '../../platform/money.ts'

/** Returns a user's balance from the ledger. */
export async function balanceOf(db: DbOrTx, userId: string): Promise<Balance> {
  const sums = await sumsOf(db, userId)
  const { pending = 0, approved = 0, available = 0, reserved = 0, held = 0 } = sums
  const { paid = 0, charity = 0 } = sums
  const lifetime = OWN_ACCOUNTS.reduce((total, account) => total + (sums[account] ?? 0), 0)
  return {
    available: toDollars(available),
    pending: toDollars(pending + approved),
    reserved: toDollars(reserved),
    redeemed: toDollars(paid + charity),
    lifetime: toDollars(lifetime),
    held: toDollars(held),
    clears_next: await clearsNext(db, userId),
    waiting_for: await waitingFor(db, userId),
  }
}

/** Time at which an earning becomes available without further action. */
const clearsAt = sql<string>`greatest(${conversions.minHoldEndsAt},
  case when ${conversions.approvedAt} is null then ${conversions.holdEndsAt} end)`

async function clearsNext(db: DbOrTx, userId: string): Promise<Balance['clears_next']> {
  const [next] = await db
    .select({ cents: conversions.postedCents, at: clearsAt })
    .from(conversions)
    .where(
      and(
        eq(conversions.userId, userId),
        inArray(conversions.state, ['pending', 'approved']),
        or(eq(conversions.guaranteed, true), isNotNull(conversions.fundedAt)),
        isNotNull(conversions.dollars),
      ),
    )
    .orderBy(asc(clearsAt), asc(conversions.id))
    .limit(1)
  return next ? { amount: toDollars(next.cents), at: new Date(next.at).toISOString() } : null
}

async function waitingFor(db: DbOrTx, userId: string): Promise<Balance['waiting_for']> {
  const rows = await db
    .select({ brand: brands, cents: sql<string>`sum(${conversions.postedCents})::text` })
    .from(conversions)
    .innerJoin(brands, eq(brands.id, conversions.brandId))
    .where(
      and(
        eq(conversions.userId, userId),
        eq(conversions.state, 'approved'),
        eq(conversions.guaranteed, false),
        isNull(conversions.fundedAt),
        // Without an exchange rate the amount in dollars is unknown, so skip the order.
        isNotNull(conversions.dollars),
      ),
    )
    .groupBy(brands.id)
    .orderBy(brands.name)
  return rows.map(({ brand, cents }) => ({
    organization: toBrand(brand),
    amount: toDollars(Number(cents)),
  }))
}

export const toBrand = ({ id, name, logoKey }: typeof brands.$inferSelect): EarningBrand => ({
  uuid: id,
  name,
  logo_url: logoKey === null ? null : pictureUrl(logoKey, null),
})
