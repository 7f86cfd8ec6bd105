import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { links } from '../../platform/db/schema.ts'

/**
 * Returns the condition for links that visitors of a public page see: not hidden, expired or
 * blocked. Uses this process's clock, which also decides how long a response is cached.
 */
export const isShown = (now = new Date()) =>
  and(
    eq(links.isHidden, false),
    isNull(links.blockedAt),
    or(isNull(links.expiresAt), gt(links.expiresAt, now)),
  )
