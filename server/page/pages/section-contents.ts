import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import type { ImageParams } from '#contract/links/short-link.ts'
import { ruleCondition } from '../../links/collections/collection-rule.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import {
  collectionLinks,
  collections,
  links,
  sectionCollections,
  sectionLinks,
  uploads,
} from '../../platform/db/schema.ts'
import { inOrder } from '../../links/link-search.ts'
import { isPictureless, refusePost } from '../../links/post-layout.ts'
import { linkPicture } from '../../people/media/pictures-presenter.ts'
import { isShown } from './shown-links.ts'

const PREVIEW_IMAGES = 4

/** Contents of a section that are visible to visitors. */
export type Contents = { count: number; imageUrls: (string | null)[] }
export const EMPTY_CONTENTS: Contents = { count: 0, imageUrls: [] }

type Preview = { image: string | null; own: string | null; crop: ImageParams | null }

/**
 * Returns the contents of sections with two queries in total. A link that is in a section twice
 * counts once.
 */
export async function contentsOf(
  db: DbOrTx,
  userId: string,
  sectionIds: number[],
): Promise<Map<number, Contents>> {
  if (sectionIds.length === 0) return new Map()
  const linksQuery = await heldLinks(db, userId, sectionIds)
  const rows = await db.execute<{ id: number; count: number; first: Preview[] }>(sql`
    with held as (${linksQuery}),
    places as (
      select section_id, link_id, row_number() over (
        partition by section_id order by min(array[place, place_within]), link_id) as place
      from held join ${links} on ${links.id} = link_id
      where ${isShown()} group by section_id, link_id
    )
    select section_id as id, count(*)::int as count,
      jsonb_agg(jsonb_build_object('image', ${links.imageKey}, 'own', ${uploads.imageKey},
        'crop', ${links.customImageParams}) order by place) filter (where place <= ${PREVIEW_IMAGES}) as first
    from places join ${links} on ${links.id} = link_id
    left join ${uploads} on ${eq(uploads.id, links.customImageUploadId)}
    group by section_id`)
  return new Map(
    rows.map(({ id, count, first }) => [id, { count, imageUrls: first.map(imageUrl) }]),
  )
}

const imageUrl = ({ image, own, crop }: Preview) =>
  linkPicture({ link: { imageKey: image, customImageParams: crop }, ownImageKey: own })

/**
 * Rejects the post layout if a visible link has no image, because this layout shows each link
 * large.
 */
export async function refusePostSection(db: DbOrTx, userId: string, id: number): Promise<void> {
  const linksQuery = await heldLinks(db, userId, [id])
  const found = await db.execute<{ name: string }>(sql`
    select ${links.name} as name from (${linksQuery}) as held join ${links} on ${links.id} = link_id
    where ${isShown()} and ${isPictureless}
    group by ${links.id} order by min(array[place, place_within]), ${links.id}`)
  refusePost(found.map(({ name }) => name))
}

/**
 * Returns a query for all links of these sections with their position: added directly, or through a
 * collection.
 */
async function heldLinks(db: DbOrTx, userId: string, sectionIds: number[]): Promise<SQL> {
  const smart = await smartCollections(db, sectionIds)
  const parts = [
    sql`select ${sectionLinks.sectionId} as section_id, ${sectionLinks.linkId} as link_id,
        ${sectionLinks.position} as place, 0 as place_within
      from ${sectionLinks} where ${inArray(sectionLinks.sectionId, sectionIds)}`,
    sql`select ${sectionCollections.sectionId}, ${collectionLinks.linkId},
        ${sectionCollections.position}, ${collectionLinks.position}
      from ${sectionCollections} join ${collectionLinks}
        on ${eq(collectionLinks.collectionId, sectionCollections.collectionId)}
      where ${inArray(sectionCollections.sectionId, sectionIds)}`,
    ...smart.map(({ id, rule }) => linksByRule(userId, id, rule, sectionIds)),
  ]
  return sql.join(parts, sql` union all `)
}

/**
 * Returns a query for the visible links that a smart collection selects now, in each section with
 * this collection.
 */
function linksByRule(userId: string, id: string, rule: SmartRule, sectionIds: number[]): SQL {
  const order = sql.join(inOrder(rule.ordering), sql`, `)
  return sql`select ${sectionCollections.sectionId}, ruled.id, ${sectionCollections.position}, ruled.place
    from ${sectionCollections} cross join (
      select ${links.id} as id, (row_number() over (order by ${order}))::int as place
      from ${links} where ${ruleCondition(userId, rule)} and ${isShown()} order by ${order} limit ${rule.limit}) as ruled
    where ${eq(sectionCollections.collectionId, id)}
      and ${inArray(sectionCollections.sectionId, sectionIds)}`
}

async function smartCollections(db: DbOrTx, sectionIds: number[]) {
  const rows = await db
    .selectDistinct({ id: collections.id, rule: collections.rule })
    .from(sectionCollections)
    .innerJoin(collections, eq(collections.id, sectionCollections.collectionId))
    .where(inArray(sectionCollections.sectionId, sectionIds))
  return rows.flatMap(({ id, rule }) => (rule ? [{ id, rule }] : []))
}
