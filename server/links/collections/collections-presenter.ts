import type { Collection } from '#contract/collections.ts'
import type { Contents } from './collection-contents.ts'
import type { CollectionRow, FullCollection } from './collection-rows.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'

/** Builds a collection for API answers. */
export function toCollection(
  { collection, imageKey, sectionTitle }: FullCollection,
  { count, linkIds, preview }: Contents,
): Collection {
  return {
    uuid: collection.id,
    type: collection.kind,
    name: collection.name,
    image_url: imageKey === null ? null : pictureUrl(imageKey, collection.imageParams),
    image_upload_id: collection.imageUploadId,
    image_params: collection.imageParams,
    thumbnail_params: collection.thumbnailParams,
    thumbnail_url: thumbnail(collection, imageKey),
    layout: collection.layout,
    section_title: sectionTitle,
    link_count: count,
    links: preview,
    link_uuids: linkIds,
    rule: collection.rule,
    position: collection.position,
    created_at: collection.createdAt.toISOString(),
    updated_at: collection.updatedAt.toISOString(),
  }
}

/** Returns the thumbnail, by default the middle of the cover. */
const thumbnail = (
  { thumbnailParams, imageParams }: CollectionRow,
  imageKey: string | null,
): string | null =>
  imageKey === null ? null : pictureUrl(imageKey, thumbnailParams ?? imageParams)
