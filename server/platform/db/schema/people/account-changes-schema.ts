import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { AccountEvent, ChangedThing } from '#contract/people/account-changes.ts'
import { now, text } from '../../columns.ts'
import type { Actor } from '../../../http/actor.ts'
import { userColumn } from '../accounts-schema.ts'

/**
 * Changes of an account that are in no history of a link, page or collection. The names are copies,
 * because the things may be deleted.
 */
export const accountChanges = pg.pgTable(
  'account_changes',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    /** Owner of the account. */
    userId: userColumn(),
    changedAt: now('changed_at'),
    thing: pg.text('thing').$type<ChangedThing>().notNull(),
    event: pg.text('event').$type<AccountEvent>().notNull(),
    /** Name of the thing after the change; empty if it has none. */
    name: text('name'),
    /** Name before the change; null if it stayed. */
    nameBefore: pg.text('name_before'),
    actorKind: pg.text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: text('actor_id'),
    /** Name at the time of the change. */
    actorName: text('actor_name'),
  },
  (t) => [
    pg.index('account_changes_user').on(t.userId, t.id),
    pg.index('account_changes_time').on(t.changedAt),
    // People who change another account.
    pg
      .index('account_changes_others')
      .on(t.actorId)
      .where(sql`${t.actorKind} = 'person' and ${t.actorId} <> ${t.userId}::text`),
  ],
)
