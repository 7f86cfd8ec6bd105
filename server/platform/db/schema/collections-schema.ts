import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CollectionLayout, SmartRule } from '#contract/collections.ts'
import type { ImageParams } from '#contract/links.ts'
import { counter, now, uuidParent } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { userColumn } from './accounts-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

export const collections = pgTable(
  'collections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: userColumn(),
    kind: text('kind').$type<'regular' | 'smart'>().notNull(),
    name: text('name').notNull(),
    /** Folded name, written by the server. Null in rows of an older server. */
    searchName: text('search_name'),
    layout: text('layout').$type<CollectionLayout>().notNull().default('list'),
    imageUploadId: uploadColumn('image_upload_id'),
    imageParams: jsonb('image_params').$type<ImageParams>(),
    /** Crop parameters of the square thumbnail. */
    thumbnailParams: jsonb('thumbnail_params').$type<ImageParams>(),
    /** Rule of a smart collection; null for others. */
    rule: jsonb('rule').$type<SmartRule>(),
    position: integer('position').notNull().default(0),
    changeSeq: counter('change_seq'),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    // An index entry has at most about 2700 bytes, and a name of emoji can be longer.
    uniqueIndex('collections_name').on(t.userId, sql`md5(lower(${t.name}))`),
    index('collections_changes').on(t.userId, t.changeSeq, t.id),
    index('collections_upload').on(t.imageUploadId),
  ],
)

/** Links of regular collections, in the creator's order. */
export const collectionLinks = pgTable(
  'collection_links',
  {
    collectionId: uuidParent('collection_id', () => collections.id),
    linkId: linkColumn(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collectionId, t.linkId] }),
    index('collection_links_link').on(t.linkId),
  ],
)

/** Deleted items of mirrored lists, so that a delta can report them. */
export const removals = pgTable(
  'removals',
  {
    userId: userColumn(),
    list: text('list').$type<'collections'>().notNull(),
    itemId: uuid('item_id').notNull(),
    changeSeq: bigint('change_seq', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.list, t.itemId] })],
)
