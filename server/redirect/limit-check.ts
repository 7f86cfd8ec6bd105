import type { IncomingMessage } from 'node:http'
import type { Choice } from './choice.ts'
import { isPerson } from './is-person.ts'
import type { Limits } from './limits.ts'
import { createPasswordCheck, type PasswordDeps } from './link-password-check.ts'
import { notStarted, type Page } from './pages.ts'
import { createPlaces, type Places } from './places.ts'
import type { RequestHeaders } from './request-headers.ts'
import type { Sql } from '../platform/db/sql.ts'
import type { Target } from './target.ts'

/**
 * Creates the check of a link's limits. They apply in this order: start, end, password, places.
 * Returns the page to show instead of the redirect, or null.
 */
export function createLimitCheck(deps: PasswordDeps & { sql: Sql; places?: Places }) {
  const places = deps.places ?? createPlaces(deps.sql)
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
      // Programs and previews take no place.
      const isOpen = isPerson(req, headers)
        ? await places.take(linkId)
        : await places.isLeft(linkId)
      limits.isUsedUp = !isOpen
    }
    return limits.isUsedUp ? limits.usedUp : null
  }
}

/** Returns the page of a link whose places are used instead of a new opening's choice. */
export const unlessUsedUp = ({ limits }: Target, choice: Choice): Choice =>
  limits?.isUsedUp && choice.clickId === undefined ? { way: null, page: limits.usedUp } : choice
