import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { links } from '../../platform/db/schema.ts'

/**
 * Whether a visitor of the public page sees a link: not a hidden one, nor one that has ended or that
 * the operator blocks. By this process's clock, which also says how long an answer is kept.
 */
export const isShown = (now = new Date()) =>
  and(
    eq(links.isHidden, false),
    isNull(links.blockedAt),
    or(isNull(links.expiresAt), gt(links.expiresAt, now)),
  )
