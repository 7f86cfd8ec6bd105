import { desc, eq, lte, sql } from 'drizzle-orm'
import type {
  AccountChange,
  AccountChanges,
  AccountEvent,
  ChangedThing,
} from '#contract/people/account-changes.ts'
import { daysAgo } from '../db/days-ago.ts'
import type { DbOrTx, Tx } from '../db/client.ts'
import { accountChanges } from '../db/schema.ts'
import { currentActor } from '../http/actor.ts'
import { shortened } from './shortened.ts'
import { HISTORY_DAYS, RECENT_DAYS } from './versions.ts'
import { toAuthor } from './words.ts'

/** Maximum number of changes that are kept per account. */
export const MAX_ACCOUNT_CHANGES = 5000
/** Maximum length of a stored name. Longer ones are cut. */
const MAX_NAME_LENGTH = 200

type NewChange = {
  userId: string
  thing: ChangedThing
  event: AccountEvent
  /** Name after the change. Things without a name leave it out. */
  name?: string
  /** Name before the change. It is stored only if it differs. */
  nameBefore?: string
}

/** Stores who makes a change, in the transaction of the change. */
export async function recordAccountChange(
  tx: Tx,
  { name = '', nameBefore = name, ...change }: NewChange,
): Promise<void> {
  const actor = currentActor()
  await tx.insert(accountChanges).values({
    ...change,
    name: shortened(name, MAX_NAME_LENGTH),
    nameBefore: nameBefore === name ? null : shortened(nameBefore, MAX_NAME_LENGTH),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
  })
}

/** Selects the changes of one account. All queries of signed-in calls use it. */
const changesOf = (userId: string) => eq(accountChanges.userId, userId)

/** Returns a page of the changes of an account, newest first. */
export async function listAccountChanges(
  db: DbOrTx,
  userId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<Omit<AccountChanges, 'next'>> {
  const rows = await db
    .select()
    .from(accountChanges)
    .where(changesOf(userId))
    .orderBy(desc(accountChanges.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  const count = await db.$count(accountChanges, changesOf(userId))
  return { results: rows.map(toAccountChange), count }
}

const toAccountChange = (row: typeof accountChanges.$inferSelect): AccountChange => ({
  id: row.id,
  at: row.changedAt.toISOString(),
  thing: row.thing,
  event: row.event,
  name: row.name,
  name_before: row.nameBefore,
  by: toAuthor(row, row.userId),
})

/** Deletes old changes, and all but the newest of accounts that have a recent one. */
export async function deleteOldAccountChanges(db: DbOrTx): Promise<void> {
  await db.delete(accountChanges).where(lte(accountChanges.changedAt, daysAgo(HISTORY_DAYS)))
  await db.execute(sql`
    delete from account_changes using (
      select recent.user_id, surplus.id
      from (
        select distinct user_id from account_changes
        where changed_at > ${daysAgo(RECENT_DAYS)}
      ) recent
      cross join lateral (
        select change.id from account_changes change
        where change.user_id = recent.user_id
        order by change.id desc offset ${MAX_ACCOUNT_CHANGES} limit 1
      ) surplus
    ) newest_surplus
    where account_changes.user_id = newest_surplus.user_id
      and account_changes.id <= newest_surplus.id`)
}
