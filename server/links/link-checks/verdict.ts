import type { LinkProblem } from '#contract/links/short-link.ts'

/** Result of a visit. `unknown` says nothing about the page. */
export type Verdict = LinkProblem | 'fine' | 'unknown'

/** Path of a home page in any language: `/`, `/en`, `/de-de/`, `/index.html`. */
const HOME = /^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:(?:index|home|default)\.\w{3,5})?$/i

/** Returns whether another page was requested and the home page was returned. */
export function isRedirectedHome(requestedUrl: string, finalUrl: string): boolean {
  const [from, to] = [new URL(requestedUrl), new URL(finalUrl)]
  const wasHome = HOME.test(from.pathname) && from.search === ''
  return !wasHome && HOME.test(to.pathname) && to.search.length <= 1
}

/** Returns whether the status means that the page no longer exists. */
export const isGone = (status: number | undefined) => status === 404 || status === 410

export type Findings = {
  problem: LinkProblem | null
  suspicion: LinkProblem | null
  suspectedAt: Date | null
}

const DAY_MS = 24 * 60 * 60 * 1000
export const CHECK_INTERVAL_MS = 7 * DAY_MS
/**
 * Time until the next visit after a problem. A little less than a day, so that the visits do not
 * move to later hours.
 */
export const RECHECK_MS = 23 * 60 * 60 * 1000
const CONFIRMED_AFTER_MS = 20 * 60 * 60 * 1000

/**
 * Combines the stored findings with a new visit. Returns the new findings, the time until the next
 * visit, and whether a problem was confirmed just now.
 */
export function combineFindings(before: Findings, verdict: Verdict, now: Date) {
  if (verdict === 'unknown') return { after: before, waitMs: RECHECK_MS, isNews: false }
  const noSuspicion = { suspicion: null, suspectedAt: null }
  if (verdict === 'fine') {
    return { after: { problem: null, ...noSuspicion }, waitMs: CHECK_INTERVAL_MS, isNews: false }
  }
  if (verdict === before.problem) {
    return { after: { problem: verdict, ...noSuspicion }, waitMs: CHECK_INTERVAL_MS, isNews: false }
  }
  const since = before.suspicion === verdict ? before.suspectedAt : null
  if (since && now.getTime() - since.getTime() >= CONFIRMED_AFTER_MS) {
    return { after: { problem: verdict, ...noSuspicion }, waitMs: CHECK_INTERVAL_MS, isNews: true }
  }
  const after = { problem: before.problem, suspicion: verdict, suspectedAt: since ?? now }
  return { after, waitMs: RECHECK_MS, isNews: false }
}
