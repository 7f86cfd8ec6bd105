import type { IncomingMessage } from 'node:http'
import { NO_RULE } from '#contract/rules/kinds.ts'
import type { Deps } from '../env.ts'
import { ENDED, type Page } from './pages.ts'
import type { AppExit } from './in-app/app-exit.ts'
import type { RequestHeaders } from './request-headers.ts'
import { outcomeFor, type Way } from './rules/link-rules.ts'
import { createRequestVisitors } from './rules/request-visitor.ts'
import type { Target } from './target.ts'

/**
 * Way of a request with the rule that chose it, or the page to show instead. `clickId` is set if
 * the opening was counted by an earlier request (in-app/leave-app.ts).
 */
export type Choice =
  | { way: Way; rule: string; clickId?: string | undefined }
  | { way: null; page: Page; clickId?: undefined }

/** Creates a function that chooses where a link leads a request at this time. */
export function createChoice(
  deps: Pick<Deps, 'config' | 'salts'>,
  continued: (target: Target, exit: AppExit, url: string, at: number) => Choice | null,
) {
  const visitorOf = createRequestVisitors(deps)

  return function choose(
    target: Target,
    req: IncomingMessage,
    headers: RequestHeaders,
    at: number,
  ): Choice {
    if (at >= target.endsAt) return { way: null, page: target.after }
    const earlier = target.exit && continued(target, target.exit, req.url ?? '', at)
    if (earlier) return earlier
    if (target.rules === null) return { way: target, rule: '' }
    const { linkId } = target.link
    const visitor = visitorOf({ req, headers, at, linkId, zone: target.rules.zone })
    const outcome = outcomeFor(target.rules, visitor)
    if (outcome === undefined) return { way: target, rule: NO_RULE }
    return outcome.way ? { way: outcome.way, rule: outcome.id } : { way: null, page: ENDED }
  }
}
