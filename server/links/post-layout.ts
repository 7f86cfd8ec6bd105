import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../platform/db/client.ts'
import { collectionLinks, collections, links } from '../platform/db/schema.ts'
import { FieldError } from '../platform/http/errors.ts'
import { INVALID_INTEGER_TEXT } from '../people/media/read-crop.ts'
import type { LinkRow } from './link-rows.ts'

/**
 * Condition for links that the post layout rejects. It shows links large, so each needs a picture:
 * the creator's own or that of the target page. A link whose page is still being read is accepted.
 */
export const isPictureless = and(
  isNull(links.customImageUploadId),
  isNull(links.imageKey),
  eq(links.metaProgress, 100),
)

/**
 * Throws if one of the links has no picture. The error is on the field from which the app reads it.
 */
export async function refusePictureless(tx: Tx, linkIds: string[]): Promise<void> {
  const [found] = await tx
    .select({ id: links.id })
    .from(links)
    .where(and(inArray(links.id, linkIds), isPictureless))
    .limit(1)
  if (found) throw new FieldError('image_upload_id', INVALID_INTEGER_TEXT)
}

/** Throws if the collection contains links without a picture, and names the first one. */
export async function refusePostLayout(tx: Tx, collectionId: string): Promise<void> {
  const found = await tx
    .select({ name: links.name })
    .from(collectionLinks)
    .innerJoin(links, eq(links.id, collectionLinks.linkId))
    .where(and(eq(collectionLinks.collectionId, collectionId), isPictureless))
    .orderBy(collectionLinks.position, links.id)
  refusePost(found.map(({ name }) => name))
}

/** Throws if there are links without a picture, and names the first one. */
export function refusePost(names: string[]): void {
  const [first, ...others] = names
  if (first === undefined) return
  const further = others.length === 0 ? 'has none' : `and ${others.length} more have none`
  throw new FieldError('layout', `In post layout every link needs a picture. ${first} ${further}.`)
}

/**
 * Throws if the link is in a post layout and an edit removes its only picture. A page that is still
 * being read does not count, because until then the link would have no picture.
 */
export async function refuseLosingPicture(tx: Tx, before: LinkRow, after: LinkRow): Promise<void> {
  const isLosing = before.customImageUploadId !== null && after.imageKey === null
  const [large] = await tx
    .select({ id: collections.id })
    .from(collectionLinks)
    .innerJoin(collections, eq(collections.id, collectionLinks.collectionId))
    .where(and(eq(collectionLinks.linkId, after.id), eq(collections.layout, 'post')))
    .limit(1)
  if (!large) return
  if (isLosing) throw new FieldError('image_upload_id', INVALID_INTEGER_TEXT)
  await refusePictureless(tx, [after.id])
}
