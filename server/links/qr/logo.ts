import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { ImageParams } from '#contract/links/short-link.ts'
import type { QrLogo } from '#contract/qr/options.ts'
import type { Deps } from '../../env.ts'
import { transform } from '../../people/media/transform.ts'
import { findUpload } from '../../people/media/uploads.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { publicProfiles, uploads } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'

/** Side of a logo in pixels. It covers a fifth of a code of at most 2000 pixels. */
const SIDE = 400

/** Returns a logo as a square PNG; null if it is none or the Split mark, which is drawn. */
export async function readLogo(deps: Deps, userId: string, logo: QrLogo): Promise<Buffer | null> {
  if (logo === 'none' || logo === 'split') return null
  const picture =
    logo === 'profile'
      ? await profilePicture(deps.db, userId)
      : await uploadedPicture(deps.db, userId, logo)
  const stored = await deps.media.read(picture.key)
  if (!stored) throw new FieldError('logo', 'This picture does not exist. Upload it again.')
  const options = {
    fit: 'cover',
    width: SIDE,
    height: SIDE,
    quality: 90,
    sharpen: 0,
    ...(picture.crop && { crop: picture.crop }),
  } as const
  const square = await transform(stored, options, 'webp')
  return sharp(square).png().toBuffer()
}

type Picture = { key: string; crop: ImageParams | null }

async function profilePicture(db: DbOrTx, userId: string): Promise<Picture> {
  const [row] = await db
    .select({ key: uploads.imageKey, crop: publicProfiles.imageParams })
    .from(publicProfiles)
    .innerJoin(uploads, eq(uploads.id, publicProfiles.imageUploadId))
    .where(eq(publicProfiles.userId, userId))
  if (!row) throw new FieldError('logo', 'Add a picture to your profile, or choose another logo.')
  return row
}

async function uploadedPicture(db: DbOrTx, userId: string, id: number): Promise<Picture> {
  const upload = await findUpload(db, userId, id)
  if (!upload) throw new FieldError('logo', 'This picture does not exist. Upload it again.')
  return { key: upload.imageKey, crop: null }
}
