import type { RankAnswer } from '#contract/money/rank.ts'
import type { Person } from '../people.ts'
import type { Stored } from './conversions.ts'

/** As the app asks for it. */
export const rankSeen = async (ana: Person): Promise<RankAnswer> =>
  (await (await ana.send('GET', '/v2/my/rank/')).json()) as RankAnswer

/** As if all that was approved had been a day earlier. */
export async function passDay({ deps }: Stored): Promise<void> {
  await deps.sql`update conversions set approved_at = approved_at - interval '1 day'`
}
