import { quiet } from '#http/client.ts'
import { setLinkImage } from '#api/links.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { toast } from '#ui/notices/toast.tsx'
import { EditPhoto } from './edit-photo.tsx'
import type { EditResult } from './editor-props.ts'

/** Changes the picture of a link and saves it at once. The answer updates the link's row. */
export function EditLinkPhoto({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  async function save({ upload, fullParams, thumbnailParams }: EditResult) {
    const crops = { custom_image_params: fullParams, thumbnail_params: thumbnailParams }
    const image = upload ? { custom_image_upload_id: upload.id, ...crops } : crops
    await setLinkImage(link.uuid, image, quiet)
    toast('Photo saved')
    onClose()
  }

  return (
    <EditPhoto
      isEntry
      source={sourceOf(link)}
      kind="link_preview"
      usedFor="link"
      fullParams={link.custom_image_params}
      thumbnailParams={link.thumbnail_params}
      onSave={save}
      onCancel={onClose}
    />
  )
}

/** A picture from the target page must be uploaded when it is cropped. */
const sourceOf = ({ image_url, custom_image_upload_id }: ShortLink) =>
  image_url === null ? null : { url: image_url, uploaded: custom_image_upload_id !== null }
