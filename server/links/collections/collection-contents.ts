import { eq, inArray, sql } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collectionLinks, links, uploads } from '../../platform/db/schema.ts'
import { linkPicture } from '../../people/media/pictures-presenter.ts'
import { ruleCondition } from './collection-rule.ts'
import type { CollectionRow } from './collection-rows.ts'
import { inOrder } from '../link-search.ts'

const PREVIEW_COUNT = 4

/** Links of a collection as the API shows them. Hidden links are left out and not counted. */
export type Contents = {
  count: number
  /** Link ids of a regular collection in its order; null for a smart collection. */
  linkIds: string[] | null
  preview: { uuid: string; image_url: string | null }[]
}
type RawContents = Omit<Contents, 'preview'> & { first: string[] }

/** Returns the contents of collections with three queries, regardless of their number. */
export async function contentsOf(
  db: DbOrTx,
  userId: string,
  rows: CollectionRow[],
): Promise<Map<string, Contents>> {
  const [regular, smart] = await Promise.all([
    regularContents(db, rows),
    smartContents(db, userId, rows),
  ])
  const content = new Map([...regular, ...smart])
  const pictures = await picturesOf(
    db,
    [...content.values()].flatMap(({ first }) => first),
  )
  const contents = rows.map(({ id, kind }) => {
    const { first, ...rest } = content.get(id) ?? EMPTY[kind]
    const preview = first.map((uuid) => ({ uuid, image_url: pictures.get(uuid) ?? null }))
    return [id, { ...rest, preview }] as const
  })
  return new Map(contents)
}

const EMPTY = {
  regular: { count: 0, linkIds: [], first: [] },
  smart: { count: 0, linkIds: null, first: [] },
} satisfies Record<CollectionRow['kind'], RawContents>

async function regularContents(
  db: DbOrTx,
  rows: CollectionRow[],
): Promise<Map<string, RawContents>> {
  const ids = rows.filter(({ kind }) => kind === 'regular').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const members = await db
    .select({
      id: collectionLinks.collectionId,
      linkIds: sql<
        string[]
      >`array_agg(${links.id} order by ${collectionLinks.position}, ${links.id})`,
    })
    .from(collectionLinks)
    .innerJoin(links, eq(links.id, collectionLinks.linkId))
    .where(sql`${inArray(collectionLinks.collectionId, ids)} and not ${links.isHidden}`)
    .groupBy(collectionLinks.collectionId)
  return new Map(
    members.map(({ id, linkIds }) => [
      id,
      { count: linkIds.length, linkIds, first: linkIds.slice(0, PREVIEW_COUNT) },
    ]),
  )
}

/**
 * Evaluates smart collections. Each rule is a query of its own within a union, so that it can use a
 * suitable index and stop at its limit.
 */
async function smartContents(
  db: DbOrTx,
  userId: string,
  rows: CollectionRow[],
): Promise<Map<string, RawContents>> {
  const queries = rows.flatMap(({ id, rule }) => (rule ? [ruleQuery(userId, id, rule)] : []))
  if (queries.length === 0) return new Map()
  const answers = await db.execute<{ id: string; count: number; first: string[] }>(
    sql.join(queries, sql` union all `),
  )
  return new Map(answers.map(({ id, count, first }) => [id, { count, linkIds: null, first }]))
}

function ruleQuery(userId: string, id: string, rule: SmartRule) {
  const from = sql`from ${links} where ${ruleCondition(userId, rule)}`
  const order = sql.join(inOrder(rule.ordering), sql`, `)
  return sql`select ${id}::text as id,
    (select count(*)::int from (select 1 ${from} limit ${rule.limit}) as held) as count,
    array(select ${links.id} ${from} order by ${order}
      limit ${Math.min(PREVIEW_COUNT, rule.limit)}) as first`
}

async function picturesOf(db: DbOrTx, linkIds: string[]): Promise<Map<string, string | null>> {
  if (linkIds.length === 0) return new Map()
  const rows = await db
    .select({
      id: links.id,
      imageKey: links.imageKey,
      customImageParams: links.customImageParams,
      ownImageKey: uploads.imageKey,
    })
    .from(links)
    .leftJoin(uploads, eq(uploads.id, links.customImageUploadId))
    .where(inArray(links.id, linkIds))
  return new Map(
    rows.map(({ id, ownImageKey, ...link }) => [id, linkPicture({ link, ownImageKey })]),
  )
}
