import { integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** Categories of users and brands, defined by the operator. */
export const categories = pgTable(
  'categories',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    /** Position among the categories. */
    position: integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
  },
  (t) => [uniqueIndex('categories_name').on(t.name)],
)

/** FAQ entries that the operator wrote. */
export const faqEntries = pgTable(
  'faq_entries',
  {
    id: serial('id').primaryKey(),
    key: text('key').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull().default(''),
    /** Heading of the entry; empty for entries before the first heading. */
    category: text('category').notNull().default(''),
    position: integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('faq_entries_key').on(t.key)],
)

/** Texts about this site, for instance `terms`. */
export const staticTexts = pgTable('static_texts', {
  key: text('key').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull().default(''),
  archivedAt: moment('archived_at'),
  updatedAt: now('updated_at'),
})

/** Texts of the onboarding. A claim without a source is not shown. */
export const onboardingTexts = pgTable('onboarding_texts', {
  /** `frontend_identifier` of the step. */
  key: text('key').primaryKey(),
  title: text('title').notNull().default(''),
  text: text('text').notNull().default(''),
  basis: text('basis').notNull().default(''),
  /** URL of the browser extension. If it is empty, the step is skipped. */
  url: text('url').notNull().default(''),
})
