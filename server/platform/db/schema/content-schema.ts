import { integer, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'

/** What people and brands are about, by the operator's list. */
export const categories = pgTable(
  'categories',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull(),
    /** Where it stands among the others. */
    position: integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
  },
  (t) => [uniqueIndex('categories_name').on(t.name)],
)

/** Questions and answers that the operator wrote. */
export const faqEntries = pgTable(
  'faq_entries',
  {
    id: serial('id').primaryKey(),
    key: text('key').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull().default(''),
    /** The heading that it stands under; empty: before all headings. */
    category: text('category').notNull().default(''),
    position: integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('faq_entries_key').on(t.key)],
)

/** Texts about this site, `terms` and the like. */
export const staticTexts = pgTable('static_texts', {
  key: text('key').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull().default(''),
  archivedAt: moment('archived_at'),
  updatedAt: now('updated_at'),
})

/** What onboarding says; a claim has a basis, or is not shown. */
export const onboardingTexts = pgTable('onboarding_texts', {
  /** The step's `frontend_identifier`. */
  key: text('key').primaryKey(),
  title: text('title').notNull().default(''),
  text: text('text').notNull().default(''),
  basis: text('basis').notNull().default(''),
  /** Where a browser's extension is to be had; without it its step is left out (D-87). */
  url: text('url').notNull().default(''),
})
