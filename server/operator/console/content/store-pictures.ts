import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FieldErrors } from '#contract/common.ts'
import {
  UPLOAD_MAX_BYTES,
  UPLOAD_NO_ROOM_TEXT,
  UPLOAD_SIZE_TEXT,
} from '#contract/images/uploads.ts'
import type { Deps } from '../../../env.ts'
import { acceptPicture } from '../../../people/media/accept-picture.ts'
import { RefusedFile } from '../../../people/media/receive.ts'
import { hasFreeSpace } from '../../../platform/storage/disk-space.ts'
import type { ContentKind } from '../../content/kinds.ts'

type Needs = Pick<Deps, 'config' | 'disks' | 'media'>
type Stored = { keys: Record<string, string>; errors: FieldErrors }

/**
 * Stores the pictures that were chosen in a form, with the same checks as the content file. Returns
 * their keys and the errors by field. They are stored before the review, because its page cannot
 * contain them.
 */
export async function storePictures(
  deps: Needs,
  { fields }: ContentKind,
  pictures: Record<string, File>,
): Promise<Stored> {
  const stored: Stored = { keys: {}, errors: {} }
  for (const { name, is } of fields) {
    const file = is === 'picture' ? pictures[name] : undefined
    if (!file) continue
    try {
      // oxlint-disable-next-line no-await-in-loop -- one picture in memory at a time
      stored.keys[name] = await storePicture(deps, file)
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error
      stored.errors[name] = [error.message]
    }
  }
  return stored
}

async function storePicture({ config, disks, media }: Needs, file: File): Promise<string> {
  if (file.size > UPLOAD_MAX_BYTES) throw new RefusedFile(UPLOAD_SIZE_TEXT)
  if (!(await hasFreeSpace(disks))) throw new RefusedFile(UPLOAD_NO_ROOM_TEXT)
  const folder = join(config.dataDir, 'incoming')
  const path = join(folder, randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(path, Buffer.from(await file.arrayBuffer()), { mode: 0o600, flag: 'wx' })
    const { bytes } = await acceptPicture(path)
    return await media.put(bytes, 'webp')
  } finally {
    await rm(path, { force: true })
  }
}
