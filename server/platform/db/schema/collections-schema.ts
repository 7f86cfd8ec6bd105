import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { CollectionLayout, SmartRule } from '#contract/collections.ts'
import type { ImageParams } from '#contract/links/short-link.ts'
import { counter, now, text, uuidKey, uuidParent } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { userColumn } from './accounts-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

export const collections = pg.pgTable(
  'collections',
  {
    id: uuidKey(),
    userId: userColumn(),
    kind: pg.text('kind').$type<'regular' | 'smart'>().notNull(),
    name: text('name'),
    /** Folded name, written by the server. Null in rows of an older server. */
    searchName: pg.text('search_name'),
    layout: pg.text('layout').$type<CollectionLayout>().notNull().default('list'),
    imageUploadId: uploadColumn('image_upload_id'),
    imageParams: pg.jsonb('image_params').$type<ImageParams>(),
    /** Crop parameters of the square thumbnail. */
    thumbnailParams: pg.jsonb('thumbnail_params').$type<ImageParams>(),
    /** Rule of a smart collection; null for others. */
    rule: pg.jsonb('rule').$type<SmartRule>(),
    position: pg.integer('position').notNull().default(0),
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    // An index entry has at most about 2700 bytes, and a name of emoji can be longer.
    pg.uniqueIndex('collections_name').on(t.userId, sql`md5(lower(${t.name}))`),
    pg.index('collections_changes').on(t.userId, t.changeSeq, t.id),
    pg.index('collections_upload').on(t.imageUploadId),
  ],
)

/** Links of regular collections, in the creator's order. */
export const collectionLinks = pg.pgTable(
  'collection_links',
  {
    collectionId: uuidParent('collection_id', () => collections.id),
    linkId: linkColumn(),
    position: pg.integer('position').notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.collectionId, t.linkId] }),
    pg.index('collection_links_link').on(t.linkId),
  ],
)

/**
 * Deleted items of mirrored lists, so that a delta can report them. The history of a page names
 * them.
 */
export const removals = pg.pgTable(
  'removals',
  {
    userId: userColumn(),
    list: pg.text('list').$type<'collections'>().notNull(),
    itemId: pg.uuid('item_id').notNull(),
    changeSeq: pg.bigint('change_seq', { mode: 'number' }).notNull(),
    /** Null in rows of an older server, and when no history can contain the item any more. */
    name: pg.text('name'),
    removedAt: now('removed_at'),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.list, t.itemId] })],
)
