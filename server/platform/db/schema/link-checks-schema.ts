import * as pg from 'drizzle-orm/pg-core'
import type { LinkProblem } from '#contract/links/short-link.ts'
import { moment, text } from '../columns.ts'
import { linkKey } from './links-schema.ts'

/**
 * Results of checking the target pages of links (server/health). A link without a row was not
 * checked yet.
 */
export const linkHealth = pg.pgTable(
  'link_health',
  {
    linkId: linkKey(),
    /** Checked URL. The result is void if the link has another URL now. */
    url: text('url').default(''),
    dueAt: moment('due_at').notNull(),
    checkedAt: moment('checked_at'),
    /** Problem confirmed by two checks a day apart; null if there is none. */
    problem: pg.text('problem').$type<LinkProblem>(),
    /** Problem found once, to be confirmed. */
    suspicion: pg.text('suspicion').$type<LinkProblem>(),
    suspectedAt: moment('suspected_at'),
    /** Problem that the user dismissed. Another problem is shown again. */
    dismissed: pg.text('dismissed').$type<LinkProblem>(),
    etag: pg.text('etag'),
    lastModified: pg.text('last_modified'),
  },
  (t) => [pg.index('link_health_due').on(t.dueAt)],
)

/** Rules of sites for automated requests. */
export const visitedSites = pg.pgTable('visited_sites', {
  origin: pg.text('origin').primaryKey(),
  /**
   * Content of robots.txt; null if it could not be loaded, in which case no requests are allowed.
   */
  robots: pg.text('robots'),
  fetchedAt: moment('fetched_at'),
  /** Time until which the site asked for no more requests. */
  pausedUntil: moment('paused_until'),
})
