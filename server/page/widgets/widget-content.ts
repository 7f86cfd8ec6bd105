import { and, eq } from 'drizzle-orm'
import { WIDGET_PARAMETER } from '#contract/widgets.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collections, users } from '../../platform/db/schema.ts'
import { freshUntil } from '../public-page/fresh-until.ts'
import { linksOfCollections, type Product } from '../public-page/products.ts'
import type { WidgetSettings } from './widget-rows.ts'

export type WidgetContent = {
  settings: WidgetSettings
  /** The collection's; empty when it is gone. */
  title: string
  /** Whose it is, as they want to be called; may be empty. */
  creator: string
  products: Product[]
  /** Until then it stays as it is unless somebody changes it. */
  freshUntil: number
}

type Deps = { db: DbOrTx; config: Config }

/** Links that say which widget they are in: from there clicks count as its. */
export const marked = (products: Product[], key: string): Product[] =>
  products.map((product) => ({ ...product, url: `${product.url}?${WIDGET_PARAMETER}=${key}` }))

/** What a widget shows at this moment: no link that is hidden, has ended or was blocked. */
export async function readContent(deps: Deps, settings: WidgetSettings): Promise<WidgetContent> {
  const { userId, collectionId, mostLinks } = settings
  const now = new Date()
  const [[person], collection] = await Promise.all([
    deps.db.select({ name: users.nameFirst }).from(users).where(eq(users.id, userId)),
    collectionId === null ? undefined : readCollection(deps.db, userId, collectionId),
  ])
  const held = collection ? [collection] : []
  const found = await linksOfCollections({ ...deps, userId, now }, held)
  const products = (found.get(collectionId ?? '') ?? []).slice(0, mostLinks)
  return {
    settings,
    title: collection?.name ?? '',
    creator: person?.name.trim() ?? '',
    products,
    freshUntil: freshUntil(
      now,
      products.map(({ endsAt }) => endsAt),
      held.map(({ rule }) => rule),
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
