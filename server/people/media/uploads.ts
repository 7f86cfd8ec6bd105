import { and, eq, sql } from 'drizzle-orm'
import { MAX_ID } from '#contract/common.ts'
import type { Upload, UploadKind } from '#contract/images/uploads.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { uploads } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { AcceptedPicture } from './accept-picture.ts'
import { mediaKey, mediaPath } from './media.ts'

export type UploadRow = typeof uploads.$inferSelect

/**
 * Stores a picture of a user. If the user has already uploaded this picture for the same purpose,
 * returns that upload, so a retry is harmless.
 */
export async function addUpload(
  deps: Deps,
  userId: string,
  kind: UploadKind,
  { bytes, width, height }: AcceptedPicture,
): Promise<Upload> {
  const imageKey = mediaKey(bytes, 'webp')
  const id = await deps.db.transaction(async (tx) => {
    await lockPicture(tx, imageKey)
    const [known] = await tx
      .update(uploads)
      // Resets the age, so that the clean-up of unused uploads does not delete it.
      .set({ createdAt: new Date() })
      .where(
        and(eq(uploads.userId, userId), eq(uploads.kind, kind), eq(uploads.imageKey, imageKey)),
      )
      .returning({ id: uploads.id })
    if (known) return known.id
    const [added] = await tx
      .insert(uploads)
      .values({ userId, kind, imageKey, width, height })
      .returning({ id: uploads.id })
    if (!added) throw new Error('insert returned no row')
    return added.id
  })
  // Write the file after the row, because the row protects the file from a concurrent clean-up.
  await deps.media.put(bytes, 'webp')
  return { id, image_url: mediaPath(imageKey) }
}

/**
 * Locks a picture for the transaction. Without the lock, an upload and a deletion at the same time
 * would not see each other.
 */
export const lockPicture = (tx: Tx, imageKey: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${imageKey}, 0))`)

/** Returns an upload of this user. Uploads of other users count as unknown. */
export async function findUpload(
  db: DbOrTx,
  userId: string,
  id: number,
): Promise<UploadRow | undefined> {
  if (id < 1 || id > MAX_ID) return undefined
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.userId, userId)))
    // Prevents the clean-up from deleting the row before the caller's transaction uses it.
    .for('key share')
  return row
}
