import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'

/**
 * Who counts as one: people with the same payout address, or who signed in with the same browser or from
 * the same device today. Those without a payout address cannot be told apart by it, so they are one as
 * well. Answers a name for each that such people have in common.
 */
export async function somebodies(db: Db, userIds: string[]): Promise<Map<string, string>> {
  const found = new Map(userIds.map((id) => [id, id]))
  const top = (id: string): string => {
    const next = found.get(id) ?? id
    return next === id ? id : top(next)
  }
  for (const { one, other } of await sharing(db, userIds)) found.set(top(one), top(other))
  return new Map(userIds.map((id) => [id, top(id)]))
}

/** Each with the first that has the same thing. */
const sharing = (db: Db, userIds: string[]) =>
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
