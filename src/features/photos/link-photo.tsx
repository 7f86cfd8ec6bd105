import { atom, useAtom, useSetAtom } from 'jotai'
import { quiet } from '#api/http.ts'
import { setLinkImage } from '#api/links.ts'
import type { ShortLink } from '#contract/links.ts'
import { useLink } from '#mirror/use-mirror.ts'
import { toast } from '#ui/toast.tsx'
import { EditPhoto, preloadPhotoEditor } from './edit-photo.tsx'
import type { Edited } from './editor-props.ts'

const edited = atom<string | undefined>(undefined)

/** Opens the editor for a link's picture, wherever the link is listed. */
export function useEditLinkPhoto() {
  const set = useSetAtom(edited)
  return async (uuid: string) => {
    try {
      await preloadPhotoEditor()
      set(uuid)
    } catch {
      toast('Couldn’t open the photo editor. Check your connection.', { tone: 'problem' })
    }
  }
}

/** Rendered once, above the views. */
export function LinkPhotoHost() {
  const [uuid, setUuid] = useAtom(edited)
  return uuid === undefined ? null : (
    <EditLinkPhoto key={uuid} uuid={uuid} onClose={() => setUuid(undefined)} />
  )
}

function EditLinkPhoto({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const link = useLink(uuid)
  if (!link) return null

  async function save({ upload, fullParams, thumbnailParams }: Edited) {
    const crops = { custom_image_params: fullParams, thumbnail_params: thumbnailParams }
    const image = upload ? { custom_image_upload_id: upload.id, ...crops } : crops
    await setLinkImage(uuid, image, quiet)
    toast('Photo saved')
    onClose()
  }

  return (
    <EditPhoto
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

/** A picture that came with the target page becomes the link's own when it is cut. */
const sourceOf = ({ image_url, custom_image_upload_id }: ShortLink) =>
  image_url === null ? null : { url: image_url, uploaded: custom_image_upload_id !== null }
