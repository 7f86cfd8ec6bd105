import { and, desc, eq, isNull } from 'drizzle-orm'
import { BONUS_TIERS } from '#contract/money/bonus.ts'
import { isStartedBaseRate } from '../../links/brands/rates.ts'
import { brandRates, brands } from '../../platform/db/schema.ts'
import { formatDollars } from '../../platform/money.ts'
import type { ApplyRun } from './applying.ts'

/**
 * Returns one line per bonus level with the operator's margin after bonuses, if a creator sells for
 * a single brand. Shows the brands with the lowest and the highest margin.
 */
export async function bonusMargin({ tx, now }: Pick<ApplyRun, 'tx' | 'now'>): Promise<string[]> {
  const rows = await tx
    .selectDistinctOn([brandRates.brandId], {
      key: brands.key,
      rate: brandRates.rateBasisPoints,
      share: brandRates.shareBasisPoints,
    })
    .from(brandRates)
    .innerJoin(brands, eq(brands.id, brandRates.brandId))
    .where(and(isStartedBaseRate(now), isNull(brands.archivedAt)))
    .orderBy(brandRates.brandId, desc(brandRates.startsAt), desc(brandRates.id))
  const margins = rows
    .map(({ key, rate, share }) => ({ key, part: (rate * (10_000 - share)) / 10_000 / 10_000 }))
    .toSorted((a, b) => a.part - b.part)
  const lowest = margins[0]
  const highest = margins.at(-1)
  if (!lowest || !highest) return ['No brand has a rate yet, but bonuses would be paid.']
  let cost = 0
  return BONUS_TIERS.map(({ sales, bonus }) => {
    cost += bonus
    const left = [lowest, highest].map(({ key, part }) => `${formatDollars(sales * part)} (${key})`)
    const margin = lowest === highest ? left[0] : left.join(' to ')
    const isLoss = sales * lowest.part < cost ? '  LOSS' : ''
    return `Sales of ${formatDollars(sales)}: bonuses ${formatDollars(cost)}, your margin ${margin}${isLoss}`
  })
}
