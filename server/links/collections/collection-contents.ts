import { eq, inArray, sql } from 'drizzle-orm'
import type { SmartRule } from '#contract/collections.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { collectionLinks, links, uploads } from '../../platform/db/schema.ts'
import { linkPicture } from '../../people/media/pictures-presenter.ts'
import { matching } from './collection-rule.ts'
import type { CollectionRow } from './collection-rows.ts'
import { inOrder } from '../link-search.ts'

const PREVIEWED = 4

/** Links of a collection as the API shows them. Hidden links are left out and not counted. */
export type Contents = {
  count: number
  /** Link ids of a regular collection in its order; null for a smart collection. */
  linkIds: string[] | null
  preview: { uuid: string; image_url: string | null }[]
}
type Held = Omit<Contents, 'preview'> & { first: string[] }

/** Returns the contents of collections with three queries, regardless of their number. */
export async function contentsOf(
  db: DbOrTx,
  userId: string,
  rows: CollectionRow[],
): Promise<Map<string, Contents>> {
  const [regular, smart] = await Promise.all([chosen(db, rows), found(db, userId, rows)])
  const held = new Map([...regular, ...smart])
  const pictures = await picturesOf(
    db,
    [...held.values()].flatMap(({ first }) => first),
  )
  const contents = rows.map(({ id, kind }) => {
    const { first, ...rest } = held.get(id) ?? EMPTY[kind]
    const preview = first.map((uuid) => ({ uuid, image_url: pictures.get(uuid) ?? null }))
    return [id, { ...rest, preview }] as const
  })
  return new Map(contents)
}

const EMPTY = {
  regular: { count: 0, linkIds: [], first: [] },
  smart: { count: 0, linkIds: null, first: [] },
} satisfies Record<CollectionRow['kind'], Held>

async function chosen(db: DbOrTx, rows: CollectionRow[]): Promise<Map<string, Held>> {
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
      { count: linkIds.length, linkIds, first: linkIds.slice(0, PREVIEWED) },
    ]),
  )
}

/**
 * Evaluates smart collections. Each rule is a query of its own within a union, so that it can use a
 * suitable index and stop at its limit.
 */
async function found(
  db: DbOrTx,
  userId: string,
  rows: CollectionRow[],
): Promise<Map<string, Held>> {
  const questions = rows.flatMap(({ id, rule }) => (rule ? [question(userId, id, rule)] : []))
  if (questions.length === 0) return new Map()
  const answers = await db.execute<{ id: string; count: number; first: string[] }>(
    sql.join(questions, sql` union all `),
  )
  return new Map(answers.map(({ id, count, first }) => [id, { count, linkIds: null, first }]))
}

function question(userId: string, id: string, rule: SmartRule) {
  const from = sql`from ${links} where ${matching(userId, rule)}`
  const order = sql.join(inOrder(rule.ordering), sql`, `)
  return sql`select ${id}::text as id,
    (select count(*)::int from (select 1 ${from} limit ${rule.limit}) as held) as count,
    array(select ${links.id} ${from} order by ${order}
      limit ${Math.min(PREVIEWED, rule.limit)}) as first`
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
