import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { redemptions, users, wallets } from '../../../platform/db/schema.ts'

export type TaxForm = {
  userId: string
  email: string | null
  /** Number of payouts that wait for the form. */
  waiting: number
  /** Day since which the operator has the form, or null. */
  since: string | null
}

const MAX_FORMS = 100

/** Returns people whose payouts wait for a tax form, or the person with an email address. */
export const listForms = (db: Db, email: string): Promise<TaxForm[]> =>
  db.execute<TaxForm>(sql`
    select people.id as "userId", ${users.email} as email, people.waiting,
      ${wallets.taxFormSince}::text as since
    from (
      select ${users.id} as id, 0 as waiting from ${users} where ${users.email} = ${email}
        and not exists (select from ${redemptions} where ${redemptions.userId} = ${users.id}
          and ${redemptions.waitsForForm})
      union all
      select ${redemptions.userId}, count(*)::int from ${redemptions}
      where ${redemptions.waitsForForm} and ${redemptions.state} in ('requested', 'in_review')
      group by ${redemptions.userId}
    ) as people
    left join ${users} on ${users.id} = people.id
    left join ${wallets} on ${wallets.userId} = people.id
    where ${email} = '' or ${users.email} = ${email}
    order by ${users.email} limit ${MAX_FORMS}`)
