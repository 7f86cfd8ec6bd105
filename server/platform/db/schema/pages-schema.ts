import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CollectionLayout } from '#contract/collections.ts'
import type { ImageParams } from '#contract/links.ts'
import type { PageAccent, PageTheme, SectionType } from '#contract/pages.ts'
import { userColumn } from './accounts-schema.ts'
import { collections } from './collections-schema.ts'
import { moment, now, uuidParent, serialParent } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

/** Public pages of creators. The schema allows several per user; the API offers one. */
export const pages = pgTable(
  'pages',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    /** Lower case. */
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    imageUploadId: uploadColumn('image_upload_id'),
    /** Alternative text of the cover; empty if it is decorative. */
    imageAlt: text('image_alt').notNull().default(''),
    imageParams: jsonb('image_params').$type<ImageParams>(),
    /** Crop parameters of the square thumbnail. */
    thumbnailParams: jsonb('thumbnail_params').$type<ImageParams>(),
    theme: text('theme').$type<PageTheme>().notNull().default('auto'),
    accent: text('accent').$type<PageAccent>().notNull().default('ink'),
    isPublished: boolean('is_published').notNull().default(false),
    isIndexed: boolean('is_indexed').notNull().default(true),
    /** Time when the operator blocked the page. */
    blockedAt: moment('blocked_at'),
    /** Reason that the owner sees: the facts and the violated rule. */
    blockWhy: text('block_why').notNull().default(''),
    blockRule: text('block_rule').notNull().default(''),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    uniqueIndex('pages_slug').on(t.slug),
    index('pages_user').on(t.userId),
    index('pages_upload')
      .on(t.imageUploadId)
      .where(sql`${t.imageUploadId} is not null`),
  ],
)

/** Former slugs. They redirect to their page and are never given to another one. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    slug: text('slug').primaryKey(),
    /**
     * Page of the slug. It is kept after the page is deleted, so that the address says so and stays
     * reserved.
     */
    pageId: integer('page_id').notNull(),
    retiredAt: now('retired_at'),
  },
  (t) => [index('former_slugs_page').on(t.pageId)],
)

export const sections = pgTable(
  'sections',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    /** Null until the user has a page: sections can be created before it. */
    pageId: integer('page_id').references(() => pages.id, { onDelete: 'set null' }),
    title: text('title').notNull().default(''),
    type: text('type').$type<SectionType>().notNull(),
    layout: text('layout').$type<CollectionLayout>().notNull().default('grid'),
    position: integer('position').notNull().default(0),
    isVisible: boolean('is_visible').notNull().default(true),
    text: text('text').notNull().default(''),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    index('sections_user').on(t.userId, t.position, t.id),
    index('sections_page').on(t.pageId),
  ],
)

export const sectionCollections = pgTable(
  'section_collections',
  {
    sectionId: serialParent('section_id', () => sections.id),
    collectionId: uuidParent('collection_id', () => collections.id),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sectionId, t.collectionId] }),
    index('section_collections_collection').on(t.collectionId),
  ],
)

export const sectionLinks = pgTable(
  'section_links',
  {
    sectionId: serialParent('section_id', () => sections.id),
    linkId: linkColumn(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sectionId, t.linkId] }),
    index('section_links_link').on(t.linkId),
  ],
)

/** Page views by day, counted apart from clicks but with the same kinds. */
export const pageViews = pgTable(
  'page_views',
  {
    pageId: serialParent('page_id', () => pages.id),
    day: date('day').notNull(),
    kind: text('kind').notNull(),
    views: bigint('views', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.day, t.kind] })],
)
