import { and, asc, eq, gt } from 'drizzle-orm'
import { notifyRate } from '../../people/activity/activity.ts'
import {
  creatorRate,
  latestRate,
  setRate,
  type RateChange,
  type RateScope,
} from '../../links/brands/rates.ts'
import { brands, links } from '../../platform/db/schema.ts'
import type { ApplyRun } from './applying.ts'
import type { BrandEntry } from './content-file.ts'

type BrandRow = typeof brands.$inferSelect
type RateContext = { entry: BrandEntry; index: number; brand: BrandRow; now: Date }

/**
 * Applies a brand's base rate, then its special rates. Returns whether the base rate of today has
 * changed.
 */
export async function applyRates(applying: ApplyRun, about: RateContext): Promise<boolean> {
  const { entry, index, brand } = about
  const latest = await latestRate(applying.tx, brand.id)
  const share = toBasisPoints(entry.creator_share) ?? latest?.shareBasisPoints
  const rate = toBasisPoints(entry.rate) ?? latest?.rateBasisPoints
  let isNew = false
  if (entry.rate !== undefined || entry.creator_share !== undefined) {
    if (rate === undefined) return reportMissing(applying, index, 'rate')
    if (share === undefined) return reportMissing(applying, index, 'creator_share')
    const base = { ...BASE, rateBasisPoints: rate, shareBasisPoints: share }
    isNew = await applyRate(applying, about, base)
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
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await applyRate(applying, about, {
        category,
        newCustomers,
        rateBasisPoints,
        shareBasisPoints,
      })
    }
  }
  return isNew
}

const BASE: RateScope = { category: '', newCustomers: false }
const toBasisPoints = (percent: number | undefined) =>
  percent === undefined ? undefined : Math.round(percent * 100)

function reportMissing({ mistakes }: ApplyRun, index: number, key: string): false {
  const what =
    key === 'rate' ? 'what the brand pays of a sale' : "the creator's part of it, in percent"
  mistakes.push({ at: ['brands', index], what: `${key} is missing: ${what}` })
  return false
}

type RateValues = RateScope & { rateBasisPoints: number; shareBasisPoints: number }

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
  if (change.kind === 'cut' || change.kind === 'cut-withdrawn') {
    await notifyCreators(applying, about, { ...change, scope: rate })
    return false
  }
  if (!isBase) return false
  const commissionBasisPoints = creatorRate(rate)
  if (commissionBasisPoints === brand.commissionBasisPoints) return false
  await tx.update(brands).set({ commissionBasisPoints }).where(eq(brands.id, brand.id))
  return true
}

const percent = (rate: Parameters<typeof creatorRate>[0]) => creatorRate(rate) / 100

function describeChange({ kind, from, to, startsAt }: RateChange): string {
  const next = `${percent(to)}%`
  if (kind === 'cut-withdrawn') return `stays at ${next}: the announced lower rate is cancelled`
  const change = from ? `${percent(from)}% -> ${next}` : next
  return kind === 'cut' ? `${change}, from ${dayOf(startsAt)} on; creators are told now` : change
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

type AnnouncedChange = RateChange & { scope: RateScope }

/** Notifies all creators with links of the brand, in the transaction that changes the rate. */
async function notifyCreators(
  applying: ApplyRun,
  { brand, entry }: RateContext,
  change: AnnouncedChange,
) {
  const { tx } = applying
  const sales = describeScope(change.scope)
  const rate = {
    brandId: brand.id,
    name: entry.name,
    before: percent(change.from ?? change.to),
    after: percent(change.to),
    from: dayOf(change.startsAt),
    ...sales,
    cause: [change.startsAt.toISOString(), creatorRate(change.to), ...Object.values(sales)].join(
      ':',
    ),
  }
  const kind = change.kind === 'cut' ? 'rate-cut' : 'rate-kept'
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
    await notifyRate(tx, kind, ids, rate)
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
