import { and, asc, eq, gt } from 'drizzle-orm'
import { notifyRate } from '../../people/activity/activity.ts'
import {
  creatorRate,
  latestRate,
  setRate,
  type Rate,
  type RateChange,
  type RateNotice,
  type RateScope,
} from '../../links/brands/rates.ts'
import { brands, links } from '../../platform/db/schema.ts'
import type { ApplyRun } from './applying.ts'
import type { BrandEntry } from './content-file.ts'

type BrandRow = typeof brands.$inferSelect
type RateContext = { entry: BrandEntry; index: number; brand: BrandRow; now: Date }

/**
 * Applies a brand's rates. Narrow ones come first, so that each is compared with what its sales pay
 * before the file, not with a base rate of the same file. Returns whether the base rate of today
 * has changed.
 */
export async function applyRates(applying: ApplyRun, about: RateContext): Promise<boolean> {
  const { entry, index, brand } = about
  const latest = await latestRate(applying.tx, brand.id)
  const share = toBasisPoints(entry.creator_share) ?? latest?.shareBasisPoints
  const rate = toBasisPoints(entry.rate) ?? latest?.rateBasisPoints
  const rates: RateValues[] = []
  if (entry.rate !== undefined || entry.creator_share !== undefined) {
    if (rate === undefined) return reportMissing(applying, index, 'rate')
    if (share === undefined) return reportMissing(applying, index, 'creator_share')
    rates.push({ ...BASE, rateBasisPoints: rate, shareBasisPoints: share })
  }
  for (const [number, special] of (entry.rates ?? []).entries()) {
    const at = ['brands', index, 'rates', number]
    const { category, new_customers: newCustomers } = special
    const shareBasisPoints = toBasisPoints(special.creator_share) ?? share
    if (category === '' && !newCustomers) {
      applying.mistakes.push({ at, what: 'this rate applies to all goods; write it as rate' })
    } else if (shareBasisPoints === undefined) reportMissing(applying, index, 'creator_share')
    else {
      const rateBasisPoints = Math.round(special.rate * 100)
      rates.push({ category, newCustomers, rateBasisPoints, shareBasisPoints })
    }
  }
  let isNew = false
  for (const values of rates.toSorted((a, b) => precedence(b) - precedence(a))) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    if (await applyRate(applying, about, values)) isNew = true
  }
  return isNew
}

/** Returns a number that is higher for narrower scopes, in the order in which payment uses them. */
const precedence = ({ category, newCustomers }: RateScope) =>
  (category === '' ? 0 : 2) + (newCustomers ? 1 : 0)

const BASE: RateScope = { category: '', newCustomers: false }
const toBasisPoints = (percent: number | undefined) =>
  percent === undefined ? undefined : Math.round(percent * 100)

function reportMissing({ mistakes }: ApplyRun, index: number, key: string): false {
  const what =
    key === 'rate' ? 'what the brand pays of a sale' : "the creator's part of it, in percent"
  mistakes.push({ at: ['brands', index], what: `${key} is missing: ${what}` })
  return false
}

type RateValues = RateScope & Rate

/** Stores a rate. Returns whether the brand's current base percentage has changed. */
async function applyRate(
  applying: ApplyRun,
  about: RateContext,
  rate: RateValues,
): Promise<boolean> {
  const { tx, changes, now } = applying
  const { brand, entry } = about
  const change = await setRate(tx, brand.id, rate, now)
  if (!change) return false
  const isBase = rate.category === '' && !rate.newCustomers
  const scope = isBase
    ? ''
    : ` (${[rate.category, rate.newCustomers && 'new customers'].filter(Boolean).join(', ')})`
  changes.push(`~ brand ${entry.key}: commission${scope} ${describeChange(change)}`)
  for (const notice of change.notices) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    await notifyCreators(applying, about, notice)
  }
  if (change.kind === 'cut' || !isBase) return false
  const commissionBasisPoints = creatorRate(rate)
  if (commissionBasisPoints === brand.commissionBasisPoints) return false
  await tx.update(brands).set({ commissionBasisPoints }).where(eq(brands.id, brand.id))
  return true
}

const percent = (rate: Rate) => creatorRate(rate) / 100

function describeChange({ kind, from, to, startsAt, replacesCut }: RateChange): string {
  const next = `${percent(to)}%`
  const change = from ? `${percent(from)}% -> ${next}` : next
  if (kind === 'cut') return `${change}, from ${dayOf(startsAt)} on; creators are told now`
  if (!replacesCut) return change
  const isKept = from !== null && percent(from) === percent(to)
  return `${isKept ? `stays at ${next}` : change}: the announced lower rate is cancelled`
}

const BATCH_SIZE = 500
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Describes the scope of a rate, for example "a sale of Bulbs to first-time customers". Empty for
 * the base rate.
 */
function describeScope({ category, newCustomers }: RateScope): { sales?: string } {
  if (category === '' && !newCustomers) return {}
  const goods = category === '' ? '' : ` of ${category}`
  return { sales: `a sale${goods}${newCustomers ? ' to first-time customers' : ''}` }
}

/** Notifies all creators with links of the brand, in the transaction that changes the rate. */
async function notifyCreators(
  { tx }: ApplyRun,
  { brand, entry }: RateContext,
  { kind, from, to, startsAt, ...notice }: RateNotice,
) {
  const sales = describeScope(notice.sales)
  const rate = {
    brandId: brand.id,
    name: entry.name,
    before: percent(from),
    after: percent(to),
    from: dayOf(startsAt),
    ...sales,
    cause: [startsAt.toISOString(), creatorRate(to), ...Object.values(sales)].join(':'),
  }
  let after = NIL_UUID
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each lot begins where the one before ended
    const people = await tx
      .selectDistinct({ userId: links.userId })
      .from(links)
      .where(
        and(eq(links.brandId, brand.id), eq(links.treatAsInNetwork, true), gt(links.userId, after)),
      )
      .orderBy(asc(links.userId))
      .limit(BATCH_SIZE)
    const ids = people.map(({ userId }) => userId)
    // oxlint-disable-next-line no-await-in-loop
    await notifyRate(tx, `rate-${kind}`, ids, rate)
    if (ids.length < BATCH_SIZE) return
    after = ids.at(-1) ?? NIL_UUID
  }
}

/** Formats a day for people. */
const dayOf = (moment: Date) =>
  moment.toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
