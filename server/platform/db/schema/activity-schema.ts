import { sql } from 'drizzle-orm'
import * as pg from 'drizzle-orm/pg-core'
import type { ActivityGroup } from '#contract/activity.ts'
import { moment, now, serialKey, text } from '../columns.ts'
import { links } from './links-schema.ts'
import { userColumn, userKey } from './accounts-schema.ts'

/** Details of an activity item beside the name of its link. */
export type ActivityDetails = {
  /** Subject if there is no link, or the link's name in case the link is deleted. */
  subject?: string
  clicks?: number
  /** App whose visitors stay inside it. */
  app?: string
  rows?: number
  /** US cents. */
  cents?: number
  /** Number of the earning, redemption or webhook that the item is about. */
  entry?: number
  /** Whether there are more items of the same kind on this day. */
  more?: boolean
  /** Whether the host of one of the links does not exist. */
  unreached?: boolean
  /** Reason for a block: the facts, the violated rule and where to object. */
  why?: string
  rule?: string
  contact?: string
  /** Discount code, and the id of its brand. */
  code?: string
  brandId?: string
  /** Old and new percentage of a brand, and the first day of the new one. */
  before?: number
  after?: number
  from?: string
  /** Sales that the percentage applies to, if not all. */
  sales?: string
  /** Id of the person with access, whose name is removed with their account. */
  memberId?: string
  /** New address of the page. */
  slug?: string
}

/** Activity items of a user, one per cause (server/people/activity/activity.ts). */
export const activityItems = pg.pgTable(
  'activity_items',
  {
    id: serialKey(),
    userId: userColumn(),
    /** Kind from server/people/activity/activity-kinds.ts. */
    kind: text('kind'),
    group: pg.text('group').$type<ActivityGroup>().notNull(),
    /** Cause of the item. Each cause is reported once. */
    cause: text('cause'),
    linkId: pg.uuid('link_id').references(() => links.id, { onDelete: 'set null' }),
    details: pg.jsonb('details').$type<ActivityDetails>().notNull().default({}),
    createdAt: now('created_at'),
    readAt: moment('read_at'),
  },
  (t) => [
    pg.uniqueIndex('activity_cause').on(t.userId, t.cause),
    pg.index('activity_newest').on(t.userId, t.createdAt.desc(), t.id.desc()),
    pg
      .index('activity_unread')
      .on(t.userId, t.group)
      .where(sql`${t.readAt} is null`),
  ],
)

/** Last activity that was included in an email to a user. */
export const activityLetters = pg.pgTable('activity_letters', {
  userId: userKey(),
  lastItemId: pg.integer('last_item_id').notNull(),
  sentAt: moment('sent_at').notNull(),
})
