import type { DbOrTx } from '../db/client.ts'
import { FieldError } from '../errors.ts'
import type { CollectionRow } from './collection-rows.ts'
import { readCrop } from './link-picture.ts'
import { NO_INTEGER } from './post-layout.ts'
import { findUpload } from './uploads.ts'

type Picture = Pick<CollectionRow, 'imageUploadId' | 'imageParams'>
type Edit = { image_upload_id?: number | null | undefined; image_params?: unknown }

/** What an edit makes of a collection's picture; the crop belongs to the picture and goes with it. */
export async function coverChanges(
  db: DbOrTx,
  userId: string,
  before: Picture,
  edit: Edit,
): Promise<Partial<Picture>> {
  const { image_upload_id: id = before.imageUploadId, image_params } = edit
  const upload = id === null ? undefined : await findUpload(db, userId, id)
  if (edit.image_upload_id != null && !upload) throw new FieldError('image_upload_id', NO_INTEGER)
  const isOther = id !== before.imageUploadId
  const crop = readCrop('image_params', image_params, upload)
  return {
    ...(isOther && { imageUploadId: id, imageParams: null }),
    ...(crop !== undefined && { imageParams: crop }),
  }
}
