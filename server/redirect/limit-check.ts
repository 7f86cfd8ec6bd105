import type { IncomingMessage } from 'node:http'
import type { Choice } from './choice.ts'
import { agentOf, isPrefetch } from './clicks/kinds.ts'
import type { Limits } from './limits.ts'
import { createPasswordCheck, type PasswordDeps } from './link-password-check.ts'
import { notStarted, type Page } from './pages.ts'
import { createPlaces } from './places.ts'
import type { RequestHeaders } from './request-headers.ts'
import type { Sql } from '../platform/db/sql.ts'
import type { Target } from './target.ts'

/**
 * Creates the check of a link's limits. They apply in this order: start, end, password, places.
 * Returns the page to show instead of the redirect, or null.
 */
export function createLimitCheck(deps: PasswordDeps & { sql: Sql }) {
  const places = createPlaces(deps.sql)
  const checkPassword = createPasswordCheck(deps)

  return async function pageInstead(
    target: Target,
    limits: Limits,
    { way }: Choice,
    req: IncomingMessage,
    headers: RequestHeaders,
  ): Promise<Page | null> {
    const { linkId } = target.link
    const at = Date.now()
    if (at < limits.startsAt) return notStarted(limits.startsAt)
    if (at >= target.endsAt) return target.after
    if (limits.passwordHash !== null) {
      const page = await checkPassword(linkId, limits.passwordHash, req, headers)
      if (page) return page
    }
    // A visitor whom a rule leads nowhere takes no place.
    if (!limits.hasMaxClicks || !way) return null
    if (!limits.isUsedUp) {
      const isOpen = isPerson(req, headers)
        ? await places.take(linkId)
        : await places.isLeft(linkId)
      limits.isUsedUp = !isOpen
    }
    return limits.isUsedUp ? limits.usedUp : null
  }
}

/** Returns the choice for a link whose places are used; null for other links. */
export const usedUpChoice = ({ limits }: Target): Choice | null =>
  limits?.isUsedUp ? { way: null, page: limits.usedUp } : null

/** Returns whether the request takes a place. Programs and previews do not. */
const isPerson = ({ method }: IncomingMessage, { userAgent, purpose }: RequestHeaders) =>
  method !== 'HEAD' && !isPrefetch(purpose) && agentOf(userAgent).kind === 'human'
