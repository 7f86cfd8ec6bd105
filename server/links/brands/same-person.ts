import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'

/**
 * Groups users who may be the same person: they have the same payout address, or signed in with the
 * same browser, or used the same device today. All users without a payout address form one group,
 * because they cannot be told apart by it. Returns the group of each user, named by one of its
 * members.
 */
export async function samePersonGroups(db: Db, userIds: string[]): Promise<Map<string, string>> {
  const parents = new Map(userIds.map((id) => [id, id]))
  const rootOf = (id: string): string => {
    const next = parents.get(id) ?? id
    return next === id ? id : rootOf(next)
  }
  for (const { one, other } of await findSharedTraits(db, userIds))
    parents.set(rootOf(one), rootOf(other))
  return new Map(userIds.map((id) => [id, rootOf(id)]))
}

/** Returns each user with the first user who shares the same payout address, browser or device. */
const findSharedTraits = (db: Db, userIds: string[]) =>
  db.execute<{ one: string; other: string }>(sql`
    with asked as (
      select value::uuid as id from json_array_elements_text(${JSON.stringify(userIds)}::json)
    ), things as (
      select asked.id, 'pay ' || coalesce(nullif(wallets.paypal_email, ''), '') as thing
      from asked left join wallets on wallets.user_id = asked.id
      union all
      select user_id, 'browser ' || browser_hash from user_browsers join asked on asked.id = user_id
      union all
      select user_id, 'device ' || visitor from own_visitors join asked on asked.id = user_id
    )
    select id as one, first_value(id) over (partition by thing order by id) as other from things`)
