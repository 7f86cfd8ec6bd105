import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ActivityGroup } from '#contract/activity.ts'
import { moment, now } from '../columns.ts'
import { links } from './links-schema.ts'
import { users } from './accounts-schema.ts'

/** What a line says beside the name of its link. */
export type ActivityDetails = {
  /** What it is about when no link is, or the link's name in case the link goes. */
  subject?: string
  clicks?: number
  rows?: number
  /** US cents. */
  cents?: number
  /** Number of the earning or request that it is about. */
  entry?: number
  /** Others of the same kind came the same day. */
  more?: boolean
  /** Of a block: the facts, the rule that they break, and where to object. */
  why?: string
  rule?: string
  contact?: string
  /** Of a brand's percentage: what it was, what it will be, and from which day on. */
  before?: number
  after?: number
  from?: string
  /** Of which sales alone, where it is not all of them. */
  sales?: string
}

/** What a person is told, once a cause (server/people/activity/activity.ts). */
export const activityItems = pgTable(
  'activity_items',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** See server/people/activity/activity-kinds.ts. */
    kind: text('kind').notNull(),
    group: text('group').$type<ActivityGroup>().notNull(),
    /** The same cause is told once. */
    cause: text('cause').notNull(),
    linkId: uuid('link_id').references(() => links.id, { onDelete: 'set null' }),
    details: jsonb('details').$type<ActivityDetails>().notNull().default({}),
    createdAt: now('created_at'),
    readAt: moment('read_at'),
  },
  (t) => [
    uniqueIndex('activity_cause').on(t.userId, t.cause),
    index('activity_newest').on(t.userId, t.createdAt.desc(), t.id.desc()),
    index('activity_unread')
      .on(t.userId, t.group)
      .where(sql`${t.readAt} is null`),
  ],
)

/** Up to where somebody was written to about what is new. */
export const activityLetters = pgTable('activity_letters', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  lastItemId: integer('last_item_id').notNull(),
  sentAt: moment('sent_at').notNull(),
})
