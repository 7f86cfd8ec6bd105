import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { brandRates, brands } from '../../platform/db/schema.ts'

/**
 * Percentage of a sale that a brand pays, and the creator's share of it, both in hundredths of a
 * percent.
 */
export type Rate = { rateBasisPoints: number; shareBasisPoints: number }
/**
 * Sales to which a rate applies. `category` is empty for all categories. `newCustomers` limits the
 * rate to orders of new customers. Without either, it is the base rate, which applies to all sales
 * without a rate of their own.
 */
export type RateScope = { category: string; newCustomers: boolean }

/** Days between the announcement of a lower rate and its start. */
export const NOTICE_DAYS = 7

/** Returns the creator's percentage of a sale in hundredths of a percent, rounded half to even. */
export function creatorRate({ rateBasisPoints, shareBasisPoints }: Rate): number {
  const product = rateBasisPoints * shareBasisPoints
  const quotient = Math.floor(product / FULL_BASIS_POINTS)
  const rest = product % FULL_BASIS_POINTS
  const roundsUp =
    rest * 2 > FULL_BASIS_POINTS || (rest * 2 === FULL_BASIS_POINTS && quotient % 2 === 1)
  return roundsUp ? quotient + 1 : quotient
}
const FULL_BASIS_POINTS = 10_000
/** Returns the creator's rate unrounded and multiplied by 10,000, to compare two rates. */
const exactCreatorRate = ({ rateBasisPoints, shareBasisPoints }: Rate) =>
  rateBasisPoints * shareBasisPoints
const isSame = (one: Rate, other: Rate) =>
  one.rateBasisPoints === other.rateBasisPoints && one.shareBasisPoints === other.shareBasisPoints

/** Result of a change. `cut-withdrawn`: an announced lower rate will not start. */
export type RateChange = {
  kind: 'first' | 'raise' | 'cut' | 'cut-withdrawn'
  from: Rate | null
  to: Rate
  startsAt: Date
}

const BASE: RateScope = { category: '', newCustomers: false }

const inScope = (brandId: string, { category, newCustomers }: RateScope) =>
  and(
    eq(brandRates.brandId, brandId),
    eq(brandRates.category, category),
    eq(brandRates.newCustomers, newCustomers),
  )

/** Returns the latest rate, active or scheduled; undefined if none was ever set. */
export async function latestRate(tx: Tx, brandId: string, scope: RateScope = BASE) {
  const [row] = await tx
    .select()
    .from(brandRates)
    .where(inScope(brandId, scope))
    .orderBy(desc(brandRates.startsAt), desc(brandRates.id))
    .limit(1)
  return row
}

/**
 * Sets a rate. A higher rate starts now, a lower one after seven days of notice. A scheduled rate
 * is replaced. Returns null if nothing changes.
 */
export async function setRate(
  tx: Tx,
  brandId: string,
  newRate: Rate & RateScope,
  now: Date,
): Promise<RateChange | null> {
  const latest = await latestRate(tx, brandId, newRate)
  if (latest && isSame(latest, newRate)) return null
  const withdrawn = await tx
    .delete(brandRates)
    .where(and(inScope(brandId, newRate), gt(brandRates.startsAt, now)))
    .returning({ id: brandRates.id })
  const current =
    (await rateAt(tx, brandId, newRate, now)) ?? (await rateAt(tx, brandId, BASE, now))
  if (current && isSame(current, newRate) && withdrawn.length > 0) {
    return { kind: 'cut-withdrawn', from: current, to: current, startsAt: now }
  }
  const isCut = current !== undefined && exactCreatorRate(newRate) < exactCreatorRate(current)
  const startsAt = isCut ? new Date(now.getTime() + NOTICE_DAYS * DAY_MS) : now
  const { category, newCustomers, rateBasisPoints, shareBasisPoints } = newRate
  const values = { category, newCustomers, rateBasisPoints, shareBasisPoints }
  await tx.insert(brandRates).values({ ...values, brandId, startsAt })
  const kind = !current ? 'first' : isCut ? 'cut' : 'raise'
  return { kind, from: current ?? null, to: newRate, startsAt }
}

const DAY_MS = 24 * 60 * 60 * 1000

async function rateAt(tx: Tx, brandId: string, scope: RateScope, at: Date) {
  const [row] = await tx
    .select()
    .from(brandRates)
    .where(and(inScope(brandId, scope), lte(brandRates.startsAt, at)))
    .orderBy(desc(brandRates.startsAt), desc(brandRates.id))
    .limit(1)
  return row
}

/** Selects base rates that have started. */
export const isStartedBaseRate = (now: Date) =>
  and(
    eq(brandRates.category, ''),
    eq(brandRates.newCustomers, false),
    lte(brandRates.startsAt, now),
  )

/** Copies started base rates to their brands. Returns the ids of brands whose rate changed. */
export async function applyDueRates(tx: Tx, now: Date): Promise<string[]> {
  const due = await tx
    .selectDistinctOn([brandRates.brandId], {
      brandId: brandRates.brandId,
      rateBasisPoints: brandRates.rateBasisPoints,
      shareBasisPoints: brandRates.shareBasisPoints,
      currentBasisPoints: brands.commissionBasisPoints,
    })
    .from(brandRates)
    .innerJoin(brands, eq(brands.id, brandRates.brandId))
    .where(isStartedBaseRate(now))
    .orderBy(asc(brandRates.brandId), desc(brandRates.startsAt), desc(brandRates.id))
  const changed = due.filter((rate) => creatorRate(rate) !== rate.currentBasisPoints)
  for (const { brandId, ...rate } of changed) {
    // oxlint-disable-next-line no-await-in-loop -- a few brands a day
    await tx
      .update(brands)
      .set({ commissionBasisPoints: creatorRate(rate) })
      .where(eq(brands.id, brandId))
  }
  return changed.map(({ brandId }) => brandId)
}
