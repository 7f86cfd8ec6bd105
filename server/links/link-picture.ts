import type { DbOrTx } from '../platform/db/client.ts'
import { FieldError } from '../platform/http/errors.ts'
import { INVALID_INTEGER_TEXT, readCrop } from '../people/media/read-crop.ts'
import type { LinkRow } from './link-rows.ts'
import { findUpload } from '../people/media/uploads.ts'

type Edit = {
  custom_image_upload_id?: unknown
  custom_image_params?: unknown
  thumbnail_params?: unknown
}
type Picture = Pick<LinkRow, 'customImageUploadId' | 'customImageParams' | 'thumbnailParams'>

const NO_PICTURE: Picture = {
  customImageUploadId: null,
  customImageParams: null,
  thumbnailParams: null,
}

/** Returns the changes of a link's own picture. A new picture resets the crops. */
export async function pictureChanges(
  db: DbOrTx,
  link: LinkRow,
  edit: Edit,
): Promise<Partial<Picture>> {
  const newId = edit.custom_image_upload_id
  // The picture from the target page is used again, if there is one.
  if (newId === null) return NO_PICTURE
  const id = newId === undefined ? link.customImageUploadId : readId(newId)
  const upload = id === null ? undefined : await findUpload(db, link.userId, id)
  if (newId !== undefined && !upload) {
    throw new FieldError('image_upload_id', 'This picture does not exist.')
  }
  const crop = (name: CropName) => readCrop(name, edit[name], upload)
  const customImageParams = crop('custom_image_params')
  const thumbnailParams = crop('thumbnail_params')
  const isOther = upload !== undefined && upload.id !== link.customImageUploadId
  return {
    ...(isOther && { ...NO_PICTURE, customImageUploadId: upload.id }),
    ...(customImageParams !== undefined && { customImageParams }),
    ...(thumbnailParams !== undefined && { thumbnailParams }),
  }
}

/** Returns the change of the alternative text. A new picture without a new text clears it. */
export function altChanges(
  link: LinkRow,
  wanted: Partial<LinkRow>,
  { image_alt: newAlt }: { image_alt?: string | undefined },
): Partial<Pick<LinkRow, 'imageAlt'>> {
  if (newAlt !== undefined) return { imageAlt: newAlt }
  const { customImageUploadId: own = link.customImageUploadId } = wanted
  // A new target page also has another picture.
  const isOther = own !== link.customImageUploadId || (own === null && 'imageKey' in wanted)
  return isOther ? { imageAlt: '' } : {}
}

function readId(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value
  throw new FieldError('image_upload_id', INVALID_INTEGER_TEXT)
}

type CropName = 'custom_image_params' | 'thumbnail_params'
