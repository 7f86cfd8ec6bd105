import { editPage } from '#api/page/pages.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import { EditPhoto } from '#features/people/photos/edit-photo.tsx'
import type { EditResult } from '#features/people/photos/editor-props.ts'
import { quiet } from '#http/client.ts'
import { toast } from '#ui/notices/toast.tsx'

type EditPictureProps = {
  page: CreatorPage
  onSaved: (page: CreatorPage) => void
  onClose: () => void
}

/**
 * Opens the photo editor for the page picture, in full-window view with a single crop and no tabs.
 */
export function EditPicture({ page, onSaved, onClose }: EditPictureProps) {
  const { id, image_url: url, image_params, thumbnail_params } = page

  async function save(edited: EditResult) {
    onSaved(await editPage(id, pictureOf(edited), quiet))
    toast('Picture saved')
    onClose()
  }

  return (
    <EditPhoto
      isEntry
      view="full"
      source={url === null ? null : { url, uploaded: true }}
      kind="split_page"
      usedFor="page"
      fullParams={image_params}
      thumbnailParams={thumbnail_params}
      onSave={save}
      onCancel={onClose}
    />
  )
}

export const pictureOf = ({ upload, fullParams, thumbnailParams }: EditResult) => ({
  ...(upload && { image_upload_id: upload.id }),
  image_params: fullParams,
  thumbnail_params: thumbnailParams,
})
