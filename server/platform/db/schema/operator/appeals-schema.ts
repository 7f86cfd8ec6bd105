import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import { moment, now } from '../../columns.ts'
import { userColumn } from '../accounts-schema.ts'

/** Kind of what an appeal is about. */
export type AppealedKind = 'link' | 'page' | 'widget' | 'user'
export type AppealDecision = 'accepted' | 'rejected'

/** Appeals of users against blocks of their links, pages, widgets and account. */
export const appeals = pg.pgTable(
  'appeals',
  {
    id: pg.serial('id').primaryKey(),
    userId: userColumn(),
    about: pg.text('about').$type<AppealedKind>().notNull(),
    /** Id of the link, page, widget or user. It may be deleted since. */
    targetId: pg.text('target_id').notNull(),
    /** Short code, slug, key or id at the time of the appeal, as in subjects of actions. */
    name: pg.text('name').notNull(),
    /** Time of the block. Each block can be appealed once. */
    blockedAt: moment('blocked_at').notNull(),
    blockWhy: pg.text('block_why').notNull(),
    blockRule: pg.text('block_rule').notNull(),
    text: pg.text('text').notNull(),
    createdAt: now('created_at'),
    decidedAt: moment('decided_at'),
    /** Null while the appeal is open. */
    decision: pg.text('decision').$type<AppealDecision>(),
    decidedWhy: pg.text('decided_why').notNull().default(''),
  },
  (t) => [
    pg.uniqueIndex('appeals_block').on(t.about, t.targetId, t.blockedAt),
    pg
      .index('appeals_open')
      .on(t.createdAt)
      .where(sql`${t.decidedAt} is null`),
  ],
)
