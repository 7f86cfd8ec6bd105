import type { ImageParams } from '#contract/links/short-link.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { INVALID_INTEGER_TEXT, readCrop } from './read-crop.ts'
import { findUpload } from './uploads.ts'

type Picture = {
  imageUploadId: number | null
  imageParams: ImageParams | null
  thumbnailParams: ImageParams | null
}
type Edit = {
  image_upload_id?: number | null | undefined
  image_params?: unknown
  thumbnail_params?: unknown
}

export const NO_COVER: Picture = { imageUploadId: null, imageParams: null, thumbnailParams: null }

/** Returns the columns that an edit of a cover or avatar changes. A new picture resets both crops. */
export async function coverChanges(
  db: DbOrTx,
  userId: string,
  before: Picture,
  edit: Edit,
): Promise<Partial<Picture>> {
  const { image_upload_id: id = before.imageUploadId } = edit
  const upload = id === null ? undefined : await findUpload(db, userId, id)
  if (edit.image_upload_id != null && !upload)
    throw new FieldError('image_upload_id', INVALID_INTEGER_TEXT)
  const isOther = id !== before.imageUploadId
  const imageParams = readCrop('image_params', edit.image_params, upload)
  const thumbnailParams = readCrop('thumbnail_params', edit.thumbnail_params, upload)
  return {
    ...(isOther && { ...NO_COVER, imageUploadId: id }),
    ...(imageParams !== undefined && { imageParams }),
    ...(thumbnailParams !== undefined && { thumbnailParams }),
  }
}
