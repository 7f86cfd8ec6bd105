import { and, eq, sql } from 'drizzle-orm'
import { MAX_ID } from '#contract/common.ts'
import type { Upload, UploadKind } from '#contract/uploads.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { uploads } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { AcceptedPicture } from './accept-picture.ts'
import { mediaKey, mediaPath } from './media.ts'

export type UploadRow = typeof uploads.$inferSelect

/** Stores a picture for a person. The same one sent again is the same upload, so a repetition is harmless. */
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
      // As fresh as a new one, so that the sweep leaves it alone.
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
  // After the row, which keeps a sweep of the same picture away from it.
  await deps.media.put(bytes, 'webp')
  return { id, image_url: mediaPath(imageKey) }
}

/** One at a time takes a picture in or throws it away: two at once would not see each other. */
export const lockPicture = (tx: Tx, imageKey: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${imageKey}, 0))`)

/** One of this person's pictures; undefined for anybody else's, as if there were none. */
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
    // Whoever takes it in the same transaction still finds it then: no sweep comes between.
    .for('key share')
  return row
}
