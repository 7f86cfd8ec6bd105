import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { HistoryKind } from '#contract/links/history.ts'
import { moment, now, text } from '../../columns.ts'
import type { Actor } from '../../../http/actor.ts'
import { userColumn } from '../accounts-schema.ts'
import { collections } from '../collections-schema.ts'
import { links } from '../links-schema.ts'
import { pages } from '../pages-schema.ts'
import { uploadColumn } from '../uploads-schema.ts'

/** Values of changed fields before and after, as an edit through the API has them. */
export type FieldChanges = Record<string, { from: unknown; to: unknown }>

/** Changes of links, pages and collections. Each row belongs to one of them. */
export const historyEntries = pg.pgTable(
  'history_entries',
  {
    id: pg.bigserial('id', { mode: 'number' }).primaryKey(),
    /** Owner of the link, page or collection. */
    userId: userColumn(),
    linkId: pg.uuid('link_id').references(() => links.id, { onDelete: 'cascade' }),
    pageId: pg.integer('page_id').references(() => pages.id, { onDelete: 'cascade' }),
    collectionId: pg
      .uuid('collection_id')
      .references(() => collections.id, { onDelete: 'cascade' }),
    changedAt: now('changed_at'),
    kind: pg.text('kind').$type<HistoryKind>().notNull(),
    actorKind: pg.text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: text('actor_id'),
    /** Name at the time of the change. */
    actorName: text('actor_name'),
    changes: pg.jsonb('changes').$type<FieldChanges>().notNull(),
    /** Time of the version that was restored; null for other changes. */
    restoredFrom: moment('restored_from'),
    /** Picture that was replaced. It is kept as long as this row, for a restore. */
    uploadId: uploadColumn('upload_id'),
  },
  (t) => [
    pg
      .index('history_entries_link')
      .on(t.linkId, t.id)
      .where(sql`${t.linkId} is not null`),
    pg
      .index('history_entries_page')
      .on(t.pageId, t.id)
      .where(sql`${t.pageId} is not null`),
    pg
      .index('history_entries_collection')
      .on(t.collectionId, t.id)
      .where(sql`${t.collectionId} is not null`),
    pg.index('history_entries_user').on(t.userId),
    pg.index('history_entries_time').on(t.changedAt),
    pg
      .index('history_entries_upload')
      .on(t.uploadId)
      .where(sql`${t.uploadId} is not null`),
    // People who change the links of another account.
    pg
      .index('history_entries_others')
      .on(t.actorId)
      .where(sql`${t.actorKind} = 'person' and ${t.actorId} <> ${t.userId}::text`),
  ],
)
