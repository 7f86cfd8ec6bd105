import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now, serialKey, text } from '../columns.ts'
import { links } from './links-schema.ts'
import { pages } from './pages-schema.ts'
import { widgets } from './widgets-schema.ts'

/** Reason that a visitor chose for a report. */
export type ReportReason =
  | 'scam'
  | 'malware'
  | 'child-abuse'
  | 'illegal'
  | 'hate'
  | 'imposter'
  | 'copied'
  | 'spam'
  | 'other'
/** Kind of object that can be reported. */
export type ReportedKind = 'link' | 'page' | 'widget'
export type ReportDecision = 'blocked' | 'dismissed'

/** Reports by visitors about a link, page or widget. Only the operator sees them. */
export const abuseReports = pg.pgTable(
  'abuse_reports',
  {
    id: serialKey(),
    about: pg.text('about').$type<ReportedKind>().notNull().default('link'),
    /**
     * Null if the report is about something else or the link was deleted. Such a report still needs
     * a decision.
     */
    linkId: pg.uuid('link_id').references(() => links.id, { onDelete: 'set null' }),
    pageId: pg.integer('page_id').references(() => pages.id, { onDelete: 'set null' }),
    widgetId: pg.integer('widget_id').references(() => widgets.id, { onDelete: 'set null' }),
    /** Short URL as reported; the owner may have changed it since. Empty in older rows. */
    shortUrl: text('short_url').default(''),
    /** Target URL at the time of the report; the owner may have changed it since. */
    targetUrl: text('target_url'),
    reason: pg.text('reason').$type<ReportReason>().notNull(),
    details: text('details').default(''),
    name: text('name').default(''),
    /** Address for an answer; empty if the reporter wants none. */
    email: text('email').default(''),
    /** Whether the reporter confirmed to act in good faith. */
    goodFaith: pg.boolean('good_faith').notNull().default(false),
    createdAt: now('created_at'),
    handledAt: moment('handled_at'),
    /** Null while the report is open. */
    decision: pg.text('decision').$type<ReportDecision>(),
    /** Explanation for the reporter: the violated rule, or why no rule is violated. */
    decidedWhy: text('decided_why').default(''),
  },
  (t) => [
    pg.index('abuse_reports_link').on(t.linkId, t.createdAt),
    pg.index('abuse_reports_page').on(t.pageId, t.createdAt),
    pg.index('abuse_reports_widget').on(t.widgetId, t.createdAt),
    pg
      .index('abuse_reports_open')
      .on(t.createdAt)
      .where(sql`${t.handledAt} is null`),
  ],
)
