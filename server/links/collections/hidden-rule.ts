import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import type { SmartRule } from '#contract/collections.ts'
import type { UserEnv } from '../../env.ts'
import { refuseHiddenOrder, requireAccess } from '../../people/members/act-for.ts'
import { getCollection } from './collection-search.ts'

/**
 * Refuses a rule that selects or orders links by numbers that a member may not see, because its
 * links would tell these numbers. The stored rule of the collection may be sent again.
 */
export async function refuseHiddenRule(
  c: Context<UserEnv>,
  rule: SmartRule | undefined,
  collectionId?: string,
): Promise<void> {
  const { deps, user, access } = c.var
  if (!rule || !access) return
  if (collectionId !== undefined) {
    const stored = await getCollection(deps, user.id, collectionId)
    if (isDeepStrictEqual(stored.rule, rule)) return
  }
  refuseHiddenOrder(c, rule.ordering, 'rule')
  if (rule.min_clicks !== null) requireAccess(c, 'analytics', 'rule')
}
