import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { Tx } from '../../platform/db/client.ts'
import { brandRates, brands } from '../../platform/db/schema.ts'

/**
 * Percentage of a sale that a brand pays, and the creator's share of it, both in hundredths of a
 * percent.
 */
export type Rate = { rateBasisPoints: number; shareBasisPoints: number }
/**
 * Category and customers to which a rate applies. With both empty, it is the base rate for
 * everything without a rate of its own.
 */
export type RateScope = { category: string; newCustomers: boolean }

/** Days between the announcement of a lower rate and its start. */
export const NOTICE_DAYS = 7

/** Returns the creator's percentage of a sale in hundredths of a percent, rounded half to even. */
export function creatorPart({ rateBasisPoints, shareBasisPoints }: Rate): number {
  const exact = rateBasisPoints * shareBasisPoints
  const down = Math.floor(exact / WHOLE)
  const rest = exact % WHOLE
  const isUp = rest * 2 > WHOLE || (rest * 2 === WHOLE && down % 2 === 1)
  return isUp ? down + 1 : down
}
const WHOLE = 10_000
const worthOf = ({ rateBasisPoints, shareBasisPoints }: Rate) => rateBasisPoints * shareBasisPoints
const isSame = (one: Rate, other: Rate) =>
  one.rateBasisPoints === other.rateBasisPoints && one.shareBasisPoints === other.shareBasisPoints

/** Result of a change. `kept` means that an announced lower rate was withdrawn. */
export type RateChange = {
  kind: 'first' | 'raise' | 'cut' | 'kept'
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
  wanted: Rate & RateScope,
  now: Date,
): Promise<RateChange | null> {
  const latest = await latestRate(tx, brandId, wanted)
  if (latest && isSame(latest, wanted)) return null
  const takenBack = await tx
    .delete(brandRates)
    .where(and(inScope(brandId, wanted), gt(brandRates.startsAt, now)))
    .returning({ id: brandRates.id })
  const current = (await rateAt(tx, brandId, wanted, now)) ?? (await rateAt(tx, brandId, BASE, now))
  const wasCut = takenBack.length > 0
  if (current && isSame(current, wanted) && wasCut) {
    return { kind: 'kept', from: current, to: current, startsAt: now }
  }
  const isCut = current !== undefined && worthOf(wanted) < worthOf(current)
  const startsAt = isCut ? new Date(now.getTime() + NOTICE_DAYS * DAY_MS) : now
  const { category, newCustomers, rateBasisPoints, shareBasisPoints } = wanted
  const values = { category, newCustomers, rateBasisPoints, shareBasisPoints }
  await tx.insert(brandRates).values({ ...values, brandId, startsAt })
  const kind = !current ? 'first' : isCut ? 'cut' : 'raise'
  return { kind, from: current ?? null, to: wanted, startsAt }
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
export const isBaseRate = (now: Date) =>
  and(
    eq(brandRates.category, ''),
    eq(brandRates.newCustomers, false),
    lte(brandRates.startsAt, now),
  )

/** Copies started base rates to their brands. Returns the ids of brands whose rate changed. */
export async function beginDueRates(tx: Tx, now: Date): Promise<string[]> {
  const due = await tx
    .selectDistinctOn([brandRates.brandId], {
      brandId: brandRates.brandId,
      rateBasisPoints: brandRates.rateBasisPoints,
      shareBasisPoints: brandRates.shareBasisPoints,
      today: brands.commissionBasisPoints,
    })
    .from(brandRates)
    .innerJoin(brands, eq(brands.id, brandRates.brandId))
    .where(isBaseRate(now))
    .orderBy(asc(brandRates.brandId), desc(brandRates.startsAt), desc(brandRates.id))
  const begun = due.filter((rate) => creatorPart(rate) !== rate.today)
  for (const { brandId, ...rate } of begun) {
    // oxlint-disable-next-line no-await-in-loop -- a few brands a day
    await tx
      .update(brands)
      .set({ commissionBasisPoints: creatorPart(rate) })
      .where(eq(brands.id, brandId))
  }
  return begun.map(({ brandId }) => brandId)
}
