import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { CollectionLayout } from '#contract/collections.ts'
import type { ImageParams } from '#contract/links/short-link.ts'
import type { PageAccent, PageTheme, SectionType } from '#contract/page/pages.ts'
import { userColumn } from './accounts-schema.ts'
import { collections } from './collections-schema.ts'
import { moment, now, serialKey, serialParent, text, uuidParent } from '../columns.ts'
import { linkColumn } from './links-schema.ts'
import { uploadColumn } from './uploads-schema.ts'

/** Public pages of creators. The schema allows several per user; the API offers one. */
export const pages = pg.pgTable(
  'pages',
  {
    id: serialKey(),
    userId: userColumn(),
    /** Lower case. */
    slug: text('slug'),
    title: text('title'),
    description: text('description').default(''),
    imageUploadId: uploadColumn('image_upload_id'),
    /** Alternative text of the cover; empty if it is decorative. */
    imageAlt: text('image_alt').default(''),
    imageParams: pg.jsonb('image_params').$type<ImageParams>(),
    /** Crop parameters of the square thumbnail. */
    thumbnailParams: pg.jsonb('thumbnail_params').$type<ImageParams>(),
    theme: pg.text('theme').$type<PageTheme>().notNull().default('auto'),
    accent: pg.text('accent').$type<PageAccent>().notNull().default('ink'),
    isPublished: pg.boolean('is_published').notNull().default(false),
    isIndexed: pg.boolean('is_indexed').notNull().default(true),
    /** Time when the operator blocked the page. */
    blockedAt: moment('blocked_at'),
    /** Reason that the owner sees: the facts and the violated rule. */
    blockWhy: text('block_why').default(''),
    blockRule: text('block_rule').default(''),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    pg.uniqueIndex('pages_slug').on(t.slug),
    pg.index('pages_user').on(t.userId),
    pg
      .index('pages_upload')
      .on(t.imageUploadId)
      .where(sql`${t.imageUploadId} is not null`),
  ],
)

/** Former slugs. They redirect to their page and are never given to another one. */
export const formerSlugs = pg.pgTable(
  'former_slugs',
  {
    slug: pg.text('slug').primaryKey(),
    /**
     * Page of the slug. It is kept after the page is deleted, so that the address says so and stays
     * reserved.
     */
    pageId: pg.integer('page_id').notNull(),
    retiredAt: now('retired_at'),
  },
  (t) => [pg.index('former_slugs_page').on(t.pageId)],
)

export const sections = pg.pgTable(
  'sections',
  {
    id: serialKey(),
    userId: userColumn(),
    /** Null until the user has a page: sections can be created before it. */
    pageId: pg.integer('page_id').references(() => pages.id, { onDelete: 'set null' }),
    title: text('title').default(''),
    type: pg.text('type').$type<SectionType>().notNull(),
    layout: pg.text('layout').$type<CollectionLayout>().notNull().default('grid'),
    position: pg.integer('position').notNull().default(0),
    isVisible: pg.boolean('is_visible').notNull().default(true),
    text: text('text').default(''),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
  },
  (t) => [
    pg.index('sections_user').on(t.userId, t.position, t.id),
    pg.index('sections_page').on(t.pageId),
  ],
)

export const sectionCollections = pg.pgTable(
  'section_collections',
  {
    sectionId: serialParent('section_id', () => sections.id),
    collectionId: uuidParent('collection_id', () => collections.id),
    position: pg.integer('position').notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.sectionId, t.collectionId] }),
    pg.index('section_collections_collection').on(t.collectionId),
  ],
)

export const sectionLinks = pg.pgTable(
  'section_links',
  {
    sectionId: serialParent('section_id', () => sections.id),
    linkId: linkColumn(),
    position: pg.integer('position').notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.sectionId, t.linkId] }),
    pg.index('section_links_link').on(t.linkId),
  ],
)

/** Page views by day, counted apart from clicks but with the same kinds. */
export const pageViews = pg.pgTable(
  'page_views',
  {
    pageId: serialParent('page_id', () => pages.id),
    day: pg.date('day').notNull(),
    kind: text('kind'),
    views: pg.bigint('views', { mode: 'number' }).notNull().default(0),
  },
  (t) => [pg.primaryKey({ columns: [t.pageId, t.day, t.kind] })],
)
