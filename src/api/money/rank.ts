import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { RankAnswer } from '#contract/money/rank.ts'
import { parseAnswer, http } from '#http/client.ts'

export type Rank = Extract<RankAnswer, { rank: number }>

/** Returns the user's rank, or null without earnings in the period. */
export async function getRank(options: Options = {}): Promise<Rank | null> {
  const body = await parseAnswer(http.get(`${V2}/rank/`, options), RankAnswer, options)
  return 'rank' in body ? body : null
}
