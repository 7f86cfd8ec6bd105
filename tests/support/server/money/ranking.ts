import type { RankAnswer } from '#contract/money/rank.ts'
import type { Person } from '../people.ts'
import type { WithDeps } from './conversions.ts'

/** Returns the rank as the app requests it. */
export const readRank = async (ana: Person): Promise<RankAnswer> =>
  (await (await ana.send('GET', '/v2/my/rank/')).json()) as RankAnswer

/** Moves all approvals a day into the past. */
export async function passDay({ deps }: WithDeps): Promise<void> {
  await deps.sql`update conversions set approved_at = approved_at - interval '1 day'`
}
