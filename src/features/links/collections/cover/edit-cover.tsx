import type { Collection } from '#contract/collections.ts'
import { EditPhoto } from '#features/people/photos/edit-photo.tsx'
import type { EditResult } from '#features/people/photos/editor-props.ts'
import { toast } from '#ui/notices/toast.tsx'
import { changeCollection } from '../collections.ts'

/**
 * Edits the cover and both its crops: the full picture for the collection, the square one for
 * lists.
 */
export function EditCover({
  collection,
  onClose,
}: {
  collection: Collection
  onClose: () => void
}) {
  const { image_url: url, image_params, thumbnail_params } = collection

  async function save({ upload, fullParams, thumbnailParams }: EditResult) {
    await changeCollection(collection, {
      ...(upload && { image_upload_id: upload.id }),
      image_params: fullParams,
      thumbnail_params: thumbnailParams,
    })
    toast('Cover saved')
    onClose()
  }

  return (
    <EditPhoto
      isEntry
      source={url === null ? null : { url, uploaded: true }}
      kind="split_post"
      usedFor="collection"
      fullParams={image_params}
      thumbnailParams={thumbnail_params}
      onSave={save}
      onCancel={onClose}
    />
  )
}
