import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now, serialKey, text } from '../../columns.ts'
import { userColumn } from '../accounts-schema.ts'

/** Kind of what an appeal is about. */
export type AppealedKind = 'link' | 'page' | 'widget' | 'user'
export type AppealDecision = 'accepted' | 'rejected'

/** Appeals of users against blocks of their links, pages, widgets and account. */
export const appeals = pg.pgTable(
  'appeals',
  {
    id: serialKey(),
    userId: userColumn(),
    about: pg.text('about').$type<AppealedKind>().notNull(),
    /** Id of the link, page, widget or user. It may be deleted since. */
    targetId: text('target_id'),
    /** Short code, slug, key or id at the time of the appeal, as in subjects of actions. */
    name: text('name'),
    /** Time of the block. Each block can be appealed once. */
    blockedAt: moment('blocked_at').notNull(),
    blockWhy: text('block_why'),
    blockRule: text('block_rule'),
    text: text('text'),
    createdAt: now('created_at'),
    decidedAt: moment('decided_at'),
    /** Null while the appeal is open. */
    decision: pg.text('decision').$type<AppealDecision>(),
    decidedWhy: text('decided_why').default(''),
  },
  (t) => [
    pg.uniqueIndex('appeals_block').on(t.about, t.targetId, t.blockedAt),
    pg
      .index('appeals_open')
      .on(t.createdAt)
      .where(sql`${t.decidedAt} is null`),
  ],
)
