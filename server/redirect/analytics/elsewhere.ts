import type { Analytics, AnalyticsFilter } from '#contract/analytics.ts'
import type { Deps } from '../../env.ts'
import { earnedElsewhere } from '../../links/network-income/earned-elsewhere.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the income from affiliate networks in a period. Reports have days in UTC. */
export async function elsewhereIn(
  { db }: Deps,
  userId: string,
  { link_uuid: linkId, tags }: AnalyticsFilter,
  { date_from, date_to }: Analytics['period'],
): Promise<Pick<Analytics, 'earned_elsewhere'>> {
  const [from, until] = [new Date(date_from), new Date(Date.parse(date_to) + DAY_MS)]
  const income = await earnedElsewhere(db, userId, { from, until, linkId, tags })
  const { approved, pending, unconverted } = income
  const hasNone = approved === 0 && pending === 0 && Object.keys(unconverted).length === 0
  return hasNone ? {} : { earned_elsewhere: income }
}
