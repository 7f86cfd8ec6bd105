import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import type { Deps } from '../../env.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { acceptPicture } from '../media/accept-picture.ts'
import { PICTURE_FETCH } from '../media/foreign-picture.ts'
import { addUpload } from '../media/uploads.ts'

/** Copies a picture to the user's uploads and returns the upload id. Returns null if that fails. */
export async function copyPicture(
  deps: Deps,
  userId: string,
  url: string,
  signal: AbortSignal,
): Promise<number | null> {
  const folder = join(deps.config.dataDir, 'incoming')
  const path = join(folder, randomUUID())
  try {
    const { body } = await outboundFetcher(deps.config)(url, {
      ...PICTURE_FETCH,
      maxBytes: UPLOAD_MAX_BYTES,
      totalMs: 8000,
      signal,
    })
    await mkdir(folder, { recursive: true })
    await writeFile(path, body, { mode: 0o600 })
    const { id } = await addUpload(deps, userId, 'profile', await acceptPicture(path, signal))
    return id
  } catch (error) {
    signal.throwIfAborted()
    deps.log.warn('profile picture not copied', { host: new URL(url).host, error })
    return null
  } finally {
    await rm(path, { force: true })
  }
}
