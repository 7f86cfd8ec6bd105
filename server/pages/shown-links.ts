import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { links } from '../db/schema.ts'

/**
 * Whether a visitor of the public page sees a link: not a hidden one, nor one that has ended or that
 * the operator blocks.
 */
export const isShown = and(
  eq(links.isHidden, false),
  isNull(links.blockedAt),
  or(isNull(links.expiresAt), gt(links.expiresAt, sql`now()`)),
)
