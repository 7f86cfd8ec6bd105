import {
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WidgetLayout, WidgetTheme } from '#contract/widgets.ts'
import { users } from './accounts-schema.ts'
import { collections } from './collections-schema.ts'
import { moment, now } from '../columns.ts'

/** Collections on people's own sites. */
export const widgets = pgTable(
  'widgets',
  {
    id: serial('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Its name in public addresses; nobody else ever gets it. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    collectionId: uuid('collection_id').references(() => collections.id, { onDelete: 'set null' }),
    layout: text('layout').$type<WidgetLayout>().notNull(),
    columns: smallint('columns').notNull(),
    mostLinks: integer('most_links').notNull(),
    theme: text('theme').$type<WidgetTheme>().notNull(),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
    /** Its row stays, so that its address says that it is gone, and its owner can have it back. */
    deletedAt: moment('deleted_at'),
    /** The operator took it down; sites show that in its place. */
    blockedAt: moment('blocked_at'),
    /** What is wrong with it, for its owner; empty unless it is blocked. */
    blockWhy: text('block_why').notNull().default(''),
    /** The rule that breaks. */
    blockRule: text('block_rule').notNull().default(''),
  },
  (t) => [
    uniqueIndex('widgets_key').on(t.key),
    index('widgets_user').on(t.userId, t.id),
    index('widgets_collection').on(t.collectionId),
  ],
)

/**
 * Clicks of people that came through a widget, by UTC day, counted in the transaction that stores the
 * clicks themselves. Apart from the widget, because a click must not rewrite that and its indexes.
 */
export const widgetDays = pgTable(
  'widget_days',
  {
    widgetId: integer('widget_id')
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    human: integer('human').notNull().default(0),
    unique: integer('unique').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.widgetId, t.day] })],
)
