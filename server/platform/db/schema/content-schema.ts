import * as pg from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** Categories of users and brands, defined by the operator. */
export const categories = pg.pgTable(
  'categories',
  {
    id: pg.serial('id').primaryKey(),
    name: pg.text('name').notNull(),
    /** Position among the categories. */
    position: pg.integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
  },
  (t) => [pg.uniqueIndex('categories_name').on(t.name)],
)

/** FAQ entries that the operator wrote. */
export const faqEntries = pg.pgTable(
  'faq_entries',
  {
    id: pg.serial('id').primaryKey(),
    key: pg.text('key').notNull(),
    question: pg.text('question').notNull(),
    answer: pg.text('answer').notNull().default(''),
    /** Heading of the entry; empty for entries before the first heading. */
    category: pg.text('category').notNull().default(''),
    position: pg.integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('faq_entries_key').on(t.key)],
)

/** Texts about this site, for instance `terms`. */
export const staticTexts = pg.pgTable('static_texts', {
  key: pg.text('key').primaryKey(),
  title: pg.text('title').notNull(),
  text: pg.text('text').notNull().default(''),
  archivedAt: moment('archived_at'),
  updatedAt: now('updated_at'),
})

/** Texts of the onboarding. A claim without a source is not shown. */
export const onboardingTexts = pg.pgTable('onboarding_texts', {
  /** `frontend_identifier` of the step. */
  key: pg.text('key').primaryKey(),
  title: pg.text('title').notNull().default(''),
  text: pg.text('text').notNull().default(''),
  basis: pg.text('basis').notNull().default(''),
  /** URL of the browser extension. If it is empty, the step is skipped. */
  url: pg.text('url').notNull().default(''),
})
