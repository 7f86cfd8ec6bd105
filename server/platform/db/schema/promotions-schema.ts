import * as pg from 'drizzle-orm/pg-core'
import type { PromotionType } from '#contract/partners/brands.ts'
import { brands, brandColumn } from './brands-schema.ts'
import { moment, now, serialKey, text } from '../columns.ts'

/**
 * Campaigns for which a brand seeks creators. The present time decides whether a campaign is
 * active.
 */
export const campaigns = pg.pgTable(
  'campaigns',
  {
    id: serialKey(),
    /** Key in the operator's import file. */
    key: text('key'),
    brandId: brandColumn(),
    name: text('name'),
    text: text('text').default(''),
    /** File name in the media store. */
    imageKey: pg.text('image_key'),
    /** Null for no start. */
    startsAt: moment('starts_at'),
    /** Null for no end. */
    endsAt: moment('ends_at'),
    /** Suggested first message of an application. */
    applyMessage: text('apply_message').default(''),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('campaigns_key').on(t.key), pg.index('campaigns_brand').on(t.brandId)],
)

/** Events and bonus offers, of a brand or of none. */
export const promotions = pg.pgTable(
  'promotions',
  {
    id: serialKey(),
    key: text('key'),
    type: pg.text('type').$type<PromotionType>().notNull().default('event'),
    brandId: pg.uuid('brand_id').references(() => brands.id, { onDelete: 'cascade' }),
    title: text('title'),
    text: text('text').default(''),
    imageKey: pg.text('image_key'),
    startsAt: moment('starts_at'),
    endsAt: moment('ends_at'),
    url: text('url').default(''),
    bonusCents: pg.integer('bonus_cents'),
    archivedAt: moment('archived_at'),
    createdAt: now('created_at'),
  },
  (t) => [pg.uniqueIndex('promotions_key').on(t.key), pg.index('promotions_brand').on(t.brandId)],
)
