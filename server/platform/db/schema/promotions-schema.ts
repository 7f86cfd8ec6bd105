import * as pg from 'drizzle-orm/pg-core'
import type { PromotionType } from '#contract/partners/brands.ts'
import { brands, brandColumn } from './brands-schema.ts'
import { moment, now } from '../columns.ts'

/**
 * Campaigns for which a brand seeks creators. The present time decides whether a campaign is
 * active.
 */
export const campaigns = pg.pgTable(
  'campaigns',
  {
    id: pg.serial('id').primaryKey(),
    /** Key in the operator's import file. */
    key: pg.text('key').notNull(),
    brandId: brandColumn(),
    name: pg.text('name').notNull(),
    text: pg.text('text').notNull().default(''),
    /** File name in the media store. */
    imageKey: pg.text('image_key'),
    /** Null for no start. */
    startsAt: moment('starts_at'),
    /** Null for no end. */
    endsAt: moment('ends_at'),
    /** Suggested first message of an application. */
    applyMessage: pg.text('apply_message').notNull().default(''),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('campaigns_key').on(t.key), pg.index('campaigns_brand').on(t.brandId)],
)

/** Events and bonus offers, of a brand or of none. */
export const promotions = pg.pgTable(
  'promotions',
  {
    id: pg.serial('id').primaryKey(),
    key: pg.text('key').notNull(),
    type: pg.text('type').$type<PromotionType>().notNull().default('event'),
    brandId: pg.uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    title: pg.text('title').notNull(),
    text: pg.text('text').notNull().default(''),
    imageKey: pg.text('image_key'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    url: pg.text('url').notNull().default(''),
    bonusCents: pg.integer('bonus_cents'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('promotions_key').on(t.key), pg.index('promotions_brand').on(t.brandId)],
)
