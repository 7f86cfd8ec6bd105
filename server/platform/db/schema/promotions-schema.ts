import { index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PromotionType } from '#contract/brands.ts'
import { brands } from './brands-schema.ts'
import { moment, now } from '../columns.ts'

/** What a brand looks for creators for; whether it is on is what the clock says. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: serial('id').primaryKey(),
    /** The operator's own name of it, by which a file finds it again. */
    key: text('key').notNull(),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    text: text('text').notNull().default(''),
    /** File name in the media store. */
    imageKey: text('image_key'),
    /** Null: since ever. */
    startsAt: moment('starts_at'),
    /** Null: without an end. */
    endsAt: moment('ends_at'),
    /** What an application begins with (D-57). */
    applyMessage: text('apply_message').notNull().default(''),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('campaigns_key').on(t.key), index('campaigns_brand').on(t.brandId)],
)

/** Events and chances of a bonus, of one brand or of none. */
export const promotions = pgTable(
  'promotions',
  {
    id: serial('id').primaryKey(),
    key: text('key').notNull(),
    type: text('type').$type<PromotionType>().notNull().default('event'),
    brandId: uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    imageKey: text('image_key'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    url: text('url').notNull().default(''),
    bonusCents: integer('bonus_cents'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('promotions_key').on(t.key), index('promotions_brand').on(t.brandId)],
)
