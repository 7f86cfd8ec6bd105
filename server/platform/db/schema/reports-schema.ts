import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, serial, text, uuid } from 'drizzle-orm/pg-core'
import { moment, now } from '../columns.ts'
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

/** What visitors said against a link, a page or a widget, for the operator alone. */
export const abuseReports = pgTable(
  'abuse_reports',
  {
    id: serial('id').primaryKey(),
    about: text('about').$type<ReportedKind>().notNull().default('link'),
    /** Null: it is about something else, or the link is gone, and what was said of it is still to be decided. */
    linkId: uuid('link_id').references(() => links.id, { onDelete: 'set null' }),
    pageId: integer('page_id').references(() => pages.id, { onDelete: 'set null' }),
    widgetId: integer('widget_id').references(() => widgets.id, { onDelete: 'set null' }),
    /** As it was reported; its owner may have given it another name since. Empty in older rows. */
    shortUrl: text('short_url').notNull().default(''),
    /** Where a link led then; its owner may have changed that since. */
    targetUrl: text('target_url').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    details: text('details').notNull().default(''),
    name: text('name').notNull().default(''),
    /** For an answer; empty when none was asked for. */
    email: text('email').notNull().default(''),
    /** They said that they believe in what they wrote. */
    goodFaith: boolean('good_faith').notNull().default(false),
    createdAt: now('created_at'),
    handledAt: moment('handled_at'),
    /** Null while it is open. */
    decision: text('decision').$type<ReportDecision>(),
    /** What the reporter is told of the decision: the rule that was broken, or why none was. */
    decidedWhy: text('decided_why').notNull().default(''),
  },
  (t) => [
    index('abuse_reports_link').on(t.linkId, t.createdAt),
    index('abuse_reports_page').on(t.pageId, t.createdAt),
    index('abuse_reports_widget').on(t.widgetId, t.createdAt),
    index('abuse_reports_open')
      .on(t.createdAt)
      .where(sql`${t.handledAt} is null`),
  ],
)
