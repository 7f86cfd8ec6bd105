import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { ProfileEdit, PublicProfile } from '#contract/people/profile.ts'
import type { DbOrTx, Db } from '../../platform/db/client.ts'
import { publicProfiles, uploads, users } from '../../platform/db/schema.ts'
import { pictureUrl } from '../media/pictures-presenter.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'
import { coverChanges, NO_COVER } from '../media/cover-changes.ts'

/** Returns the user's public profile. Without one, only the name is filled in. */
export async function publicProfile(db: DbOrTx, userId: string): Promise<PublicProfile> {
  const [row] = await db
    .select({
      first_name: users.nameFirst,
      last_name: users.nameLast,
      contact_email: publicProfiles.contactEmail,
      image_upload_id: publicProfiles.imageUploadId,
      image_params: publicProfiles.imageParams,
      imageKey: uploads.imageKey,
    })
    .from(users)
    .leftJoin(publicProfiles, eq(publicProfiles.userId, users.id))
    .leftJoin(uploads, eq(uploads.id, publicProfiles.imageUploadId))
    .where(eq(users.id, userId))
  if (!row) throw new Error('no row for the signed-in user')
  const { imageKey, ...profile } = row
  return {
    ...profile,
    contact_email: profile.contact_email ?? '',
    avatar_url: imageKey === null ? null : pictureUrl(imageKey, profile.image_params),
  }
}

/**
 * Updates the profile and the user's name in one transaction. The name is the one used everywhere
 * in the app.
 */
export async function editProfile(
  db: Db,
  userId: string,
  { first_name, last_name, contact_email, ...picture }: InferOutput<typeof ProfileEdit>,
): Promise<PublicProfile> {
  return db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ nameFirst: first_name, nameLast: last_name })
      .where(eq(users.id, userId))
    const [before = { imageUploadId: null, imageParams: null }] = await tx
      .select({
        imageUploadId: publicProfiles.imageUploadId,
        imageParams: publicProfiles.imageParams,
      })
      .from(publicProfiles)
      .where(eq(publicProfiles.userId, userId))
      .for('update')
    const { thumbnailParams: _, ...image } = await coverChanges(
      tx,
      userId,
      { ...NO_COVER, ...before },
      picture,
    )
    const changes = { contactEmail: contact_email, updatedAt: new Date(), ...image }
    await tx
      .insert(publicProfiles)
      .values({ userId, ...changes })
      .onConflictDoUpdate({ target: publicProfiles.userId, set: changes })
    await notifyPageChanged(tx, userId)
    return publicProfile(tx, userId)
  })
}
