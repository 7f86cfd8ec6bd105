import type { EarnedElsewhere } from '#contract/money/networks.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { sumsOfRows, type SumFilter, type SumRow } from './link-sums.ts'
import { toTotals, toUnits } from './units.ts'

/** Returns what a user, or some of their links, earned elsewhere in a period. */
export async function earnedElsewhere(
  db: DbOrTx,
  userId: string,
  filter: SumFilter,
): Promise<EarnedElsewhere> {
  return toElsewhere(await sumsOfRows(db, userId, filter))
}

type Sums = readonly SumRow[]

/** Returns sums in dollars where there is a rate, and the others by currency. */
export function toElsewhere(sums: Sums): EarnedElsewhere {
  const bare = sums.filter(({ dollars, status }) => dollars === null && status !== 'declined')
  const merged = new Map<
    string,
    { currency: string; status: 'pending' | 'approved'; micros: string }
  >()
  for (const { currency, status, micros } of bare) {
    const key = `${currency} ${status}`
    const before = BigInt(merged.get(key)?.micros ?? 0)
    merged.set(key, {
      currency,
      status: status as 'pending',
      micros: String(before + BigInt(micros)),
    })
  }
  return {
    approved: dollarsOf(sums, 'approved'),
    pending: dollarsOf(sums, 'pending'),
    unconverted: toTotals([...merged.values()]),
  }
}

/** Returns the sum of one status in dollars. Currencies without a rate are left out. */
export const dollarsOf = (sums: Sums, status: 'approved' | 'pending') =>
  toUnits(
    sums
      .filter((sum) => sum.status === status)
      .reduce((total, { dollars }) => total + BigInt(dollars ?? 0), 0n),
    'USD',
  )
