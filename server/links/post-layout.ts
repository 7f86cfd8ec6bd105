import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../platform/db/client.ts'
import { collectionLinks, collections, links } from '../platform/db/schema.ts'
import { FieldError } from '../platform/http/errors.ts'
import { NO_INTEGER } from '../people/media/read-crop.ts'
import type { LinkRow } from './link-rows.ts'

/**
 * Post layout shows each link large, so each needs a picture: the creator's own or the one of the
 * target page. While that page is being read a link may come in, as it may yet bring one.
 */
export const isPictureless = and(
  isNull(links.customImageUploadId),
  isNull(links.imageKey),
  eq(links.metaProgress, 100),
)

/** On its field, because the app reads it there. */
export async function refusePictureless(tx: Tx, linkIds: string[]): Promise<void> {
  const [found] = await tx
    .select({ id: links.id })
    .from(links)
    .where(and(inArray(links.id, linkIds), isPictureless))
    .limit(1)
  if (found) throw new FieldError('image_upload_id', NO_INTEGER)
}

/** Refuses the layout while links in the collection have no picture, and says which. */
export async function refusePostLayout(tx: Tx, collectionId: string): Promise<void> {
  const found = await tx
    .select({ name: links.name })
    .from(collectionLinks)
    .innerJoin(links, eq(links.id, collectionLinks.linkId))
    .where(and(eq(collectionLinks.collectionId, collectionId), isPictureless))
    .orderBy(collectionLinks.position, links.id)
  refusePost(found.map(({ name }) => name))
}

/** Refuses the layout because of links without a picture, if there are any, and says which. */
export function refusePost(names: string[]): void {
  const [first, ...others] = names
  if (first === undefined) return
  const further = others.length === 0 ? 'has none' : `and ${others.length} more have none`
  throw new FieldError('layout', `In post layout every link needs a picture. ${first} ${further}.`)
}

/**
 * The creator's own picture is taken away: what remains must be enough where the link is shown
 * large. The page may not be waited for here, since until then the link stood there without one.
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
  if (isLosing) throw new FieldError('image_upload_id', NO_INTEGER)
  await refusePictureless(tx, [after.id])
}
