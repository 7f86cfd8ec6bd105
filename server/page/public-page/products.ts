import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import { ruleCondition } from '../../links/collections/collection-rule.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collectionLinks, links, sectionLinks, uploads } from '../../platform/db/schema.ts'
import { addsAmazonTag } from '../../links/amazon-tag.ts'
import { shownCode } from '../../links/brands/link-codes.ts'
import { shortUrl } from '../../links/link-domains.ts'
import { inOrder } from '../../links/link-search.ts'
import { linkPicture } from '../../people/media/pictures-presenter.ts'
import { isShown } from '../pages/shown-links.ts'
import { isAmazonShop, isAmazonTagged } from '#contract/amazon.ts'
import { shownHost, shownName } from '#contract/text/hosts.ts'

/** A link as shown to visitors. */
export type Product = {
  id: string
  name: string
  host: string
  /** Short URL. */
  url: string
  picture: string | null
  /** Alternative text of the image; empty if it only repeats the name. */
  pictureAlt: string
  /** True if the owner may earn a commission on purchases. */
  canEarn: boolean
  isAmazon: boolean
  /** Discount code that the owner shows beside the link; null for none. */
  code: string | null
  /** Time when the link expires and disappears from the page. */
  endsAt: Date | null
}

/** Maximum number of links per section or collection, so that the page stays usable. */
const MAX_PRODUCTS = 500

const columns = {
  id: links.id,
  name: links.name,
  host: links.host,
  url: links.url,
  shortCode: links.shortCode,
  domainId: links.domainId,
  imageKey: links.imageKey,
  customImageParams: links.customImageParams,
  imageAlt: links.imageAlt,
  ownImageKey: uploads.imageKey,
  brandId: links.brandId,
  inNetwork: links.treatAsInNetwork,
  endsAt: links.expiresAt,
  code: shownCode,
  addsTag: addsAmazonTag,
}

const selectFrom = (db: DbOrTx, holder: SQL<string>) =>
  db
    .select({ ...columns, holder })
    .from(links)
    .leftJoin(uploads, eq(uploads.id, links.customImageUploadId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectFrom>>[number]

function toProduct(row: Row, config: Config): Product {
  const { id, name, host, url, shortCode, domainId, ownImageKey, brandId, inNetwork, endsAt } = row
  const isAmazon = isAmazonTagged(url) || (row.addsTag && isAmazonShop(url))
  return {
    id,
    name: shownName(name),
    host: shownHost(host),
    // On the main host, where links always redirect, whatever happens to a custom domain.
    url: shortUrl({ id: domainId, domain: '', isActive: false }, shortCode, config),
    picture: linkPicture({ link: row, ownImageKey }),
    pictureAlt: row.imageAlt === name ? '' : row.imageAlt,
    canEarn: isAmazon || (inNetwork && brandId !== null),
    isAmazon,
    code: row.code,
    endsAt,
  }
}

export type ByHolder = Map<string, Product[]>
/** `now`: links that have expired by then are left out. */
type ProductQuery = { db: DbOrTx; config: Config; userId: string; now: Date }

/** Returns the links of sections, in the creator's order. */
export async function linksOfSections(
  query: ProductQuery,
  sectionIds: number[],
): Promise<ByHolder> {
  if (sectionIds.length === 0) return new Map()
  const rows = await selectFrom(query.db, sql<string>`${sectionLinks.sectionId}::text`)
    .innerJoin(sectionLinks, eq(sectionLinks.linkId, links.id))
    .where(and(own(query), inArray(sectionLinks.sectionId, sectionIds)))
    .orderBy(sectionLinks.sectionId, sectionLinks.position, links.id)
  return byHolder(rows, query.config)
}

export type CollectionSource = { id: string; rule: SmartRule | null }

/** Returns the links of collections: in the creator's order, or as a rule selects them now. */
export async function linksOfCollections(
  query: ProductQuery,
  sources: CollectionSource[],
): Promise<ByHolder> {
  const chosen = sources.filter(({ rule }) => rule === null).map(({ id }) => id)
  const found = await Promise.all([
    chosenLinks(query, chosen),
    ...sources.map(({ id, rule }) => (rule ? linksByRule(query, id, rule) : new Map())),
  ])
  return new Map(found.flatMap((one) => [...one]))
}

/** Returns the first `MAX_PRODUCTS` links of each collection. */
async function chosenLinks(query: ProductQuery, ids: string[]): Promise<ByHolder> {
  if (ids.length === 0) return new Map()
  const ranked = query.db
    .select({
      linkId: collectionLinks.linkId,
      collectionId: collectionLinks.collectionId,
      place: sql<number>`row_number() over (partition by ${collectionLinks.collectionId}
        order by ${collectionLinks.position}, ${collectionLinks.linkId})`.as('place'),
    })
    .from(collectionLinks)
    .innerJoin(links, eq(links.id, collectionLinks.linkId))
    .where(and(own(query), inArray(collectionLinks.collectionId, ids)))
    .as('ranked')
  const rows = await selectFrom(query.db, sql<string>`${ranked.collectionId}::text`)
    .innerJoin(ranked, eq(ranked.linkId, links.id))
    .where(sql`${ranked.place} <= ${MAX_PRODUCTS}`)
    .orderBy(ranked.collectionId, ranked.place)
  return byHolder(rows, query.config)
}

async function linksByRule(query: ProductQuery, id: string, rule: SmartRule): Promise<ByHolder> {
  const rows = await selectFrom(query.db, sql<string>`${id}::text`)
    .where(and(ruleCondition(query.userId, rule), isShown(query.now)))
    .orderBy(...inOrder(rule.ordering))
    .limit(Math.min(rule.limit, MAX_PRODUCTS))
  return byHolder(rows, query.config)
}

const own = ({ userId, now }: ProductQuery) => and(eq(links.userId, userId), isShown(now))

function byHolder(rows: Row[], config: Config): ByHolder {
  const found: ByHolder = new Map()
  for (const row of rows) {
    const products = found.get(row.holder)
    if (!products) found.set(row.holder, [toProduct(row, config)])
    else if (products.length < MAX_PRODUCTS) products.push(toProduct(row, config))
  }
  return found
}
