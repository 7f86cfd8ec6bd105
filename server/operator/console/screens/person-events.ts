import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { shownDay } from '../../../platform/html/parts.tsx'

/** Something that a user did to their account. `detail` is empty if there is nothing to add. */
export type PersonEvent = { at: Date; does: string; detail: string }

type Row = { at: number; does: string; detail: string; starts: number | null }

const MAX_EVENTS = 20

/**
 * Returns what a user did about sign-in, access and payouts, newest first. It contains only what is
 * still stored: passkeys and access that exist, a PayPal address until it is active or withdrawn,
 * email addresses for 30 days and recoveries for 90 days.
 */
export async function listPersonEvents(db: Db, id: string): Promise<PersonEvent[]> {
  const rows = await db.execute<Row>(sql`
    select extract(epoch from at)::float8 as at, does, detail,
      extract(epoch from starts)::float8 as starts
    from (
      select created_at as at, 'Created the account' as does, '' as detail,
        null::timestamptz as starts
      from users where id = ${id}
      union all
      select created_at, 'Added a passkey', name, null from passkeys where user_id = ${id}
      union all
      select confirmed_at, 'Set up an authenticator app', '', null
      from authenticators where user_id = ${id}
      union all
      select asked_at, 'Asked to remove the second factor', '', null
      from factor_recoveries where user_id = ${id} and ${IS_OWN_RECOVERY}
      union all
      select undone_at, 'Stopped the removal of the second factor', '', null
      from factor_recoveries where user_id = ${id} and ${IS_OWN_RECOVERY}
      union all
      select finished_at, 'Removed the second factor', '', null
      from factor_recoveries where user_id = ${id} and ${IS_OWN_RECOVERY}
      union all
      select next_asked_at, 'Entered a new PayPal address',
        case when next_usable_at is null then 'not confirmed' else '' end, next_usable_at
      from wallets where user_id = ${id} and next_email <> ''
      union all
      select asked_at, 'Asked to confirm a new email address',
        case when used_at is not null then 'confirmed' when closed_at is not null then 'cancelled'
          else 'not confirmed' end, null
      from email_confirmations where user_id = ${id} and about = 'next'
      union all
      select member.created_at, 'Let ' || users.email || ' act for the account',
        'now: ' || array_to_string(member.access, ', '), null
      from account_members as member join users on users.id = member.member_id
      where member.user_id = ${id}
    ) as events
    where at is not null
    order by at desc
    limit ${MAX_EVENTS}`)
  return rows.map(({ at, does, detail, starts }) => ({
    at: fromSeconds(at),
    does,
    detail: starts === null ? detail : `active from ${shownDay(fromSeconds(starts), true)}`,
  }))
}

/** A reset by staff is stored without a waiting time. The audit log has it. */
const IS_OWN_RECOVERY = sql`ends_at > asked_at`

const fromSeconds = (seconds: number) => new Date(seconds * 1000)
