import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { ledgerEntries, users } from '../../platform/db/schema.ts'

export type DormantBalance = { owner: string; email: string | null; cents: number; since: Date }

/** Returns users with an available balance and no ledger entries in the given number of years. */
export async function dormantBalances(db: DbOrTx, years: number): Promise<DormantBalance[]> {
  const rows = await db.execute<{
    owner: string
    email: string | null
    cents: string
    since: string
  }>(sql`
    select entries.owner, ${users.email} as email, entries.cents::text as cents, entries.since::text as since
    from (
      select owner, sum(cents) filter (where account = 'available') as cents, max(at) as since
      from ${ledgerEntries} group by owner
    ) as entries
    left join ${users} on ${users.id} = entries.owner
    where entries.cents > 0 and entries.since < now() - make_interval(years => ${years})
    order by entries.since`)
  return rows.map(({ cents, since, ...row }) => ({
    ...row,
    cents: Number(cents),
    since: new Date(since),
  }))
}
