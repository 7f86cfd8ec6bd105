import { index, integer, pgTable, serial, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PromotionType } from '#contract/partners/brands.ts'
import { brands, brandColumn } from './brands-schema.ts'
import { moment, now } from '../columns.ts'

/**
 * Campaigns for which a brand seeks creators. The present time decides whether a campaign is
 * active.
 */
export const campaigns = pgTable(
  'campaigns',
  {
    id: serial('id').primaryKey(),
    /** Key in the operator's import file. */
    key: text('key').notNull(),
    brandId: brandColumn(),
    name: text('name').notNull(),
    text: text('text').notNull().default(''),
    /** File name in the media store. */
    imageKey: text('image_key'),
    /** Null for no start. */
    startsAt: moment('starts_at'),
    /** Null for no end. */
    endsAt: moment('ends_at'),
    /** Suggested first message of an application. */
    applyMessage: text('apply_message').notNull().default(''),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [uniqueIndex('campaigns_key').on(t.key), index('campaigns_brand').on(t.brandId)],
)

/** Events and bonus offers, of a brand or of none. */
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
