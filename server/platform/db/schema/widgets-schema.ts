import * as pg from 'drizzle-orm/pg-core'
import type { WidgetLayout, WidgetTheme } from '#contract/page/widgets.ts'
import { userColumn } from './accounts-schema.ts'
import { collections } from './collections-schema.ts'
import { moment, now, serialKey, serialParent, text } from '../columns.ts'

/** Widgets that show collections on other sites. */
export const widgets = pg.pgTable(
  'widgets',
  {
    id: serialKey(),
    userId: userColumn(),
    /** Name in public URLs. It is never given to another widget. */
    key: text('key'),
    name: text('name'),
    collectionId: pg
      .uuid('collection_id')
      .references(() => collections.id, { onDelete: 'set null' }),
    layout: pg.text('layout').$type<WidgetLayout>().notNull(),
    columns: pg.smallint('columns').notNull(),
    mostLinks: pg.integer('most_links').notNull(),
    theme: pg.text('theme').$type<WidgetTheme>().notNull(),
    createdAt: now('created_at'),
    updatedAt: now('updated_at'),
    /**
     * Time when the owner deleted the widget. The row stays, so that its URL can say so and the
     * owner can restore it.
     */
    deletedAt: moment('deleted_at'),
    /** Time when the operator blocked the widget. Sites show a notice instead. */
    blockedAt: moment('blocked_at'),
    /** Reason for a block, shown to the owner; otherwise empty. */
    blockWhy: text('block_why').default(''),
    /** Rule that the widget violates. */
    blockRule: text('block_rule').default(''),
  },
  (t) => [
    pg.uniqueIndex('widgets_key').on(t.key),
    pg.index('widgets_user').on(t.userId, t.id),
    pg.index('widgets_collection').on(t.collectionId),
  ],
)

/**
 * Clicks through a widget by UTC day, counted in the transaction that stores them. They are stored
 * apart from the widget, because a click must not rewrite the widget's row and indexes.
 */
export const widgetDays = pg.pgTable(
  'widget_days',
  {
    widgetId: serialParent('widget_id', () => widgets.id),
    day: pg.date('day').notNull(),
    human: pg.integer('human').notNull().default(0),
    unique: pg.integer('unique').notNull().default(0),
  },
  (t) => [pg.primaryKey({ columns: [t.widgetId, t.day] })],
)
