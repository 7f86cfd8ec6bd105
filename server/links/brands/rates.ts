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

/** Properties of a sale that decide its rate. `category` is empty if the goods have none. */
export type SaleKind = { category: string; isNewCustomer: boolean }
type DatedRate = Rate & RateScope & { startsAt: Date }

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
export const exactCreatorRate = ({ rateBasisPoints, shareBasisPoints }: Rate) =>
  rateBasisPoints * shareBasisPoints
const isSame = (one: Rate, other: Rate) =>
  one.rateBasisPoints === other.rateBasisPoints && one.shareBasisPoints === other.shareBasisPoints

/**
 * Message to creators about some sales of a brand. `cut`: they will pay less. `kept`: an announced
 * rate will not start. `to` applies from `startsAt`.
 */
export type RateNotice = {
  kind: 'cut' | 'kept'
  sales: RateScope
  from: Rate
  to: Rate
  startsAt: Date
}
/**
 * Result of a change. `from` is the highest rate that its sales pay before it. `replacesCut`: an
 * announced rate will not start.
 */
export type RateChange = {
  kind: 'first' | 'raise' | 'cut'
  from: Rate | null
  to: Rate
  startsAt: Date
  replacesCut: boolean
  notices: RateNotice[]
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
 * Returns the rate that a sale pays at that time; undefined if there is none. A rate of its category
 * has priority over one of all categories, and within each, a rate for new customers has priority.
 * `rates` are those of one brand, sorted by their start.
 */
export function rateAt<Row extends DatedRate>(
  rates: Row[],
  { category, isNewCustomer }: SaleKind,
  at: Date,
): Row | undefined {
  const started = rates.filter((rate) => rate.startsAt <= at)
  const scopes: RateScope[] = [
    ...(isNewCustomer ? [{ category, newCustomers: true }] : []),
    { category, newCustomers: false },
    ...(isNewCustomer ? [{ ...BASE, newCustomers: true }] : []),
    BASE,
  ]
  for (const scope of scopes) {
    const found = started.findLast((rate) => isSameScope(rate, scope))
    if (found) return found
  }
  // If the history starts after this time, its first base rate applies.
  return rates.find((rate) => isSameScope(rate, BASE))
}

const isSameScope = (one: RateScope, other: RateScope) =>
  one.category === other.category && one.newCustomers === other.newCustomers

/**
 * Sets a rate. It starts now, or after seven days of notice if one of its sales pays more now. A
 * scheduled rate is replaced. Returns null if nothing changes.
 */
export async function setRate(
  tx: Tx,
  brandId: string,
  newRate: Rate & RateScope,
  now: Date,
): Promise<RateChange | null> {
  const latest = await latestRate(tx, brandId, newRate)
  if (latest && isSame(latest, newRate)) return null
  const replaced = await tx
    .delete(brandRates)
    .where(and(inScope(brandId, newRate), gt(brandRates.startsAt, now)))
    .returning({ id: brandRates.id })
  const replacesCut = replaced.length > 0
  const rates = await tx
    .select()
    .from(brandRates)
    .where(eq(brandRates.brandId, brandId))
    .orderBy(asc(brandRates.startsAt), asc(brandRates.id))
  const sales = salesOf(newRate, rates, now)
  const [highest] = sales.map(({ paid }) => paid).toSorted(byCreatorRate)
  const isLower = (paid: Rate) => exactCreatorRate(newRate) < exactCreatorRate(paid)
  const isCut = highest !== undefined && isLower(highest)
  const startsAt = isCut ? new Date(now.getTime() + NOTICE_DAYS * DAY_MS) : now
  const started = rates.findLast((rate) => isSameScope(rate, newRate))
  if (!started || !isSame(started, newRate)) {
    const { category, newCustomers, rateBasisPoints, shareBasisPoints } = newRate
    const values = { category, newCustomers, rateBasisPoints, shareBasisPoints }
    await tx.insert(brandRates).values({ ...values, brandId, startsAt })
  }
  const notices = sales.flatMap(({ scope, paid }): RateNotice[] => {
    const notice = { sales: scope, from: paid }
    if (isLower(paid)) return [{ ...notice, kind: 'cut', to: newRate, startsAt }]
    if (!replacesCut) return []
    // If other sales need the notice, this one keeps its rate until then.
    return [{ ...notice, kind: 'kept', to: isCut ? paid : newRate, startsAt: now }]
  })
  const kind = !highest ? 'first' : isCut ? 'cut' : 'raise'
  return { kind, from: highest ?? null, to: newRate, startsAt, replacesCut, notices }
}

const byCreatorRate = (one: Rate, other: Rate) => exactCreatorRate(other) - exactCreatorRate(one)

/**
 * Returns the sales to which a new rate applies, and the rate that they pay now. A rate for all
 * customers also applies to new ones without a rate of their own. Sales to new customers are listed
 * separately if their current rate differs.
 */
function salesOf(newRate: Rate & RateScope, rates: DatedRate[], now: Date) {
  const { category } = newRate
  const added = { ...newRate, startsAt: now }
  const sales = (newRate.newCustomers ? [true] : [false, true]).flatMap((isNewCustomer) => {
    const sale = { category, isNewCustomer }
    if (rateAt([...rates, added], sale, now) !== added) return []
    const paid = rateAt(rates, sale, now)
    return paid ? [{ scope: { category, newCustomers: isNewCustomer }, paid }] : []
  })
  return sales.filter(
    ({ paid }, index) => index === 0 || byCreatorRate(paid, sales[0]?.paid ?? paid) !== 0,
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

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
