import { useState } from 'react'
import {
  getBalance,
  getWalletSettings,
  listEarnings,
  listRequests,
  type EarningList,
} from '#api/wallet.ts'
import { useOffline } from '#app/problems/problems.ts'
import { updatedText } from '#app/problems/times.ts'
import { useNow } from '#app/problems/use-now.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import { usePages, type Pages } from '#app/query/use-pages.ts'
import type { ShownCopy } from '#app/status/freshness.ts'

/** Of more, a person who reads offline has no use, and their device no room. */
const MAX_PAGES = 5
const fewPages = <Item>({ pages }: Pages<Item>) => pages <= MAX_PAGES

export const useBalance = () => useAnswer('wallet balance', getBalance, { copy: true })
export type BalanceAnswer = ReturnType<typeof useBalance>

export const useWalletSettings = () =>
  useAnswer('wallet settings', getWalletSettings, { copy: true, aside: true })

/** Asked for while its tab is `shown`. */
export const useRequests = (shown: boolean) =>
  usePages(shown ? 'wallet requests' : null, listRequests, { copy: fewPages, aside: true })
export type RequestsAnswer = ReturnType<typeof useRequests>

export const useEarnings = (list: EarningList, shown: boolean) =>
  usePages(shown ? `wallet ${list}` : null, (page, options) => listEarnings(list, page, options), {
    copy: fewPages,
    aside: true,
  })
export type EarningsAnswer = ReturnType<typeof useEarnings>

/** As much of an answer as tells how old it is. */
type ShownAnswer = Pick<
  Answer<unknown>,
  'value' | 'syncedAt' | 'error' | 'failedAt' | 'refreshing' | 'refresh'
>

/** As often as an age in minutes changes. */
const CLOCK_MS = 30_000

/**
 * How old a sum is, in words, unless the server said it since this part of the screen was opened: money
 * from a copy must not look like money that is there.
 */
export function useCopyAge({ value, syncedAt, error }: ShownAnswer): string | null {
  const offline = useOffline()
  const now = useNow(CLOCK_MS)
  const [openedAt] = useState(() => Date.now())
  if (value === undefined || syncedAt === null) return null
  const isLive = !offline && error === null && syncedAt >= openedAt
  return isLive ? null : updatedText(syncedAt, now)
}

/** Of several answers on one screen: the one that failed or is oldest, and how to ask for all of them. */
export function oldestOf(answers: readonly [ShownAnswer, ...ShownAnswer[]]): ShownCopy {
  const [first, ...others] = answers
  const shown = others.reduce((worst, other) => (isWorse(other, worst) ? other : worst), first)
  const { syncedAt, error, failedAt } = shown
  return {
    syncedAt,
    error,
    failedAt,
    partly: answers.some(({ value }) => value !== undefined),
    refreshing: answers.some(({ refreshing }) => refreshing),
    refresh: async () => void (await Promise.all(answers.map((answer) => answer.refresh()))),
  }
}

function isWorse(one: ShownAnswer, other: ShownAnswer): boolean {
  if (Boolean(one.error) !== Boolean(other.error)) return one.error !== null
  return (one.syncedAt ?? 0) < (other.syncedAt ?? 0)
}
