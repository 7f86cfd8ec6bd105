import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LinkProblem } from '#contract/links.ts'
import { moment } from '../columns.ts'
import { links } from './links-schema.ts'

/** How the page that a link leads to was found (server/health). A link without a row is not known yet. */
export const linkHealth = pgTable(
  'link_health',
  {
    linkId: uuid('link_id')
      .primaryKey()
      .references(() => links.id, { onDelete: 'cascade' }),
    /** What was looked at; another target of the link makes all of this void. */
    url: text('url').notNull().default(''),
    dueAt: moment('due_at').notNull(),
    checkedAt: moment('checked_at'),
    /** What is wrong, found twice a day apart; null when nothing is. */
    problem: text('problem').$type<LinkProblem>(),
    /** Found once, to be confirmed. */
    suspicion: text('suspicion').$type<LinkProblem>(),
    suspectedAt: moment('suspected_at'),
    /** The person has seen it and wants no mark; another problem is another mark. */
    dismissed: text('dismissed').$type<LinkProblem>(),
    etag: text('etag'),
    lastModified: text('last_modified'),
  },
  (t) => [index('link_health_due').on(t.dueAt)],
)

/** What a site asks of programs that visit it. */
export const visitedSites = pgTable('visited_sites', {
  origin: text('origin').primaryKey(),
  /** Its robots.txt; null when it could not be had, and nothing may be asked. */
  robots: text('robots'),
  fetchedAt: moment('fetched_at'),
  /** It asked to be left alone until then. */
  pausedUntil: moment('paused_until'),
})
