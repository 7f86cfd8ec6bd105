import * as pg from 'drizzle-orm/pg-core'
import { moment, now, serialKey, text } from '../columns.ts'

/** Categories of users and brands, defined by the operator. */
export const categories = pg.pgTable(
  'categories',
  {
    id: serialKey(),
    name: text('name'),
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
    id: serialKey(),
    key: text('key'),
    question: text('question'),
    answer: text('answer').default(''),
    /** Heading of the entry; empty for entries before the first heading. */
    category: text('category').default(''),
    position: pg.integer('position').notNull().default(0),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('faq_entries_key').on(t.key)],
)

/** Texts about this site, for instance `terms`. */
export const staticTexts = pg.pgTable('static_texts', {
  key: pg.text('key').primaryKey(),
  title: text('title'),
  text: text('text').default(''),
  archivedAt: moment('archived_at'),
  updatedAt: now('updated_at'),
})

/** Texts of the onboarding. A claim without a source is not shown. */
export const onboardingTexts = pg.pgTable('onboarding_texts', {
  /** `frontend_identifier` of the step. */
  key: pg.text('key').primaryKey(),
  title: text('title').default(''),
  text: text('text').default(''),
  basis: text('basis').default(''),
  /** URL of the browser extension. If it is empty, the step is skipped. */
  url: text('url').default(''),
})
