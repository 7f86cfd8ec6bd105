import { and, eq, sql } from 'drizzle-orm'
import type { Upload, UploadKind } from '#contract/uploads.ts'
import type { DbOrTx } from '../db/client.ts'
import { uploads } from '../db/schema.ts'
import type { Deps } from '../env.ts'
import type { AcceptedPicture } from '../images/accept-picture.ts'
import { mediaPath } from '../media.ts'

export type UploadRow = typeof uploads.$inferSelect

/** Stores a picture for a person. The same one sent again is the same upload, so a repetition is harmless. */
export async function addUpload(
  deps: Deps,
  userId: string,
  kind: UploadKind,
  { bytes, width, height }: AcceptedPicture,
): Promise<Upload> {
  const imageKey = await deps.media.put(bytes, 'webp')
  const id = await deps.db.transaction(async (tx) => {
    const same = `${userId} ${kind} ${imageKey}`
    // Two at once would both find nothing.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${same}, 0))`)
    const [known] = await tx
      .select({ id: uploads.id })
      .from(uploads)
      .where(
        and(eq(uploads.userId, userId), eq(uploads.kind, kind), eq(uploads.imageKey, imageKey)),
      )
    if (known) return known.id
    const [added] = await tx
      .insert(uploads)
      .values({ userId, kind, imageKey, width, height })
      .returning({ id: uploads.id })
    if (!added) throw new Error('insert returned no row')
    return added.id
  })
  return { id, image_url: mediaPath(imageKey) }
}

const MAX_ID = 2_147_483_647

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
  return row
}
