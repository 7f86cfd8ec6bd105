import { eq } from 'drizzle-orm'
import type { AccountRestriction } from '#contract/facts.ts'
import type { Deps } from '../../env.ts'
import { appealUrl } from './appeal-key.ts'
import { users } from '../../platform/db/schema.ts'

/** Maximum length of a reason in a banner. The email about it has all of it. */
const MAX_REASON = 200

/**
 * Returns that staff have paused or blocked an account, and why; null otherwise. Only its owner
 * gets the address for an appeal.
 */
export async function shownRestriction(
  deps: Pick<Deps, 'db' | 'config' | 'secrets'>,
  userId: string,
  isOwner: boolean,
): Promise<AccountRestriction | null> {
  const [row] = await deps.db
    .select({
      kind: users.restriction,
      blockedAt: users.restrictedAt,
      why: users.restrictionWhy,
      rule: users.restrictionRule,
    })
    .from(users)
    .where(eq(users.id, userId))
  if (!row?.kind || !row.blockedAt) return null
  const { kind, blockedAt, why, rule } = row
  const url = appealUrl(deps, { about: 'user', targetId: userId, blockedAt })
  return { kind, why: shortened(why), rule: shortened(rule), appeal_url: isOwner ? url : null }
}

const shortened = (text: string) =>
  text.length > MAX_REASON
    ? `${text.slice(0, MAX_REASON - 1).replace(/\p{Surrogate}$/u, '')}…`
    : text
