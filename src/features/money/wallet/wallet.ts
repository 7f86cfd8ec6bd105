import {
  getBalance,
  getWalletSettings,
  listEarnings,
  listRequests,
  type EarningList,
} from '#api/money/wallet.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { ShownAnswer } from '#app/query/use-copy-age.ts'
import { usePages, type Pages } from '#app/query/use-pages.ts'
import type { ShownData } from '#app/status/freshness.ts'

/** Maximum number of pages kept on the device for reading offline. */
const MAX_PAGES = 5
const isShortList = <Item>({ pages }: Pages<Item>) => pages <= MAX_PAGES

export const useBalance = () => useAnswer('wallet balance', getBalance, { copy: true })
export type BalanceAnswer = ReturnType<typeof useBalance>

export const useWalletSettings = () =>
  useAnswer('wallet settings', getWalletSettings, { copy: true, isSecondary: true })

/** Loads the requests while their tab is `shown`. */
export const useRequests = (shown: boolean) =>
  usePages(shown ? 'wallet requests' : null, listRequests, { copy: isShortList, isSecondary: true })
export type RequestsAnswer = ReturnType<typeof useRequests>

export const useEarnings = (list: EarningList, shown: boolean) =>
  usePages(shown ? `wallet ${list}` : null, (page, options) => listEarnings(list, page, options), {
    copy: isShortList,
    isSecondary: true,
  })
export type EarningsAnswer = ReturnType<typeof useEarnings>

/**
 * Returns the sync state of several answers: the failed or oldest one, and a function that reloads
 * all.
 */
export function oldestOf(answers: readonly [ShownAnswer, ...ShownAnswer[]]): ShownData {
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
