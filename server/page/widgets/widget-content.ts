import { and, eq } from 'drizzle-orm'
import { SOURCE_PARAMETER, WIDGET_SOURCE } from '#contract/sources.ts'
import { WIDGET_PARAMETER } from '#contract/page/widgets.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, users } from '../../platform/db/schema.ts'
import { freshUntil } from '../public-page/fresh-until.ts'
import { linksOfCollections, type Product } from '../public-page/products.ts'
import type { WidgetSettings } from './widget-rows.ts'
import { nextStart } from '../pages/shown-links.ts'

export type WidgetContent = {
  settings: WidgetSettings
  /** Name of the collection; empty if it was deleted. */
  title: string
  /** First name of the owner; may be empty. */
  creator: string
  products: Product[]
  /** Time until which the content stays the same unless edited, in milliseconds since 1970. */
  freshUntil: number
}

type Deps = { db: DbOrTx; config: Config }

/** Adds the widget key and the source to the URLs, so that clicks count for the widget. */
export function withWidgetKey(products: Product[], key: string): Product[] {
  const query = `?${WIDGET_PARAMETER}=${key}&${SOURCE_PARAMETER}=${WIDGET_SOURCE}`
  return products.map((product) => ({ ...product, url: product.url + query }))
}

/** Reads the current content of a widget, without links that do not work now. */
export async function readContent(deps: Deps, settings: WidgetSettings): Promise<WidgetContent> {
  const { userId, collectionId, mostLinks } = settings
  const now = new Date()
  const [[person], collection, starts] = await Promise.all([
    deps.db.select({ name: users.nameFirst }).from(users).where(eq(users.id, userId)),
    collectionId === null ? undefined : readCollection(deps.db, userId, collectionId),
    nextStart(deps.db, userId, now),
  ])
  const shownCollections = collection ? [collection] : []
  const found = await linksOfCollections({ ...deps, userId, now }, shownCollections)
  const products = (found.get(collectionId ?? '') ?? []).slice(0, mostLinks)
  return {
    settings,
    title: collection?.name ?? '',
    creator: person?.name.trim() ?? '',
    products,
    freshUntil: freshUntil(
      now,
      [starts, ...products.map(({ endsAt }) => endsAt)],
      shownCollections.map(({ rule }) => rule),
    ),
  }
}

async function readCollection(db: DbOrTx, userId: string, id: string) {
  const { name, rule } = collections
  const [row] = await db
    .select({ id: collections.id, name, rule })
    .from(collections)
    .where(and(eq(collections.id, id), eq(collections.userId, userId)))
  return row
}
