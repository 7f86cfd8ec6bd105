import { eq, sql } from 'drizzle-orm'
import type { CurrentUser } from '#contract/people/session.ts'
import type { Db } from '../../platform/db/client.ts'
import { leavers, pages, phones, publicProfiles, uploads, users } from '../../platform/db/schema.ts'
import { pictureUrl } from '../media/pictures-presenter.ts'

/** Returns the signed-in user as the API shows it. */
export async function currentUser(db: Db, id: string): Promise<CurrentUser | undefined> {
  const [user] = await db
    .select({
      uuid: users.id,
      email: users.email,
      name_first: users.nameFirst,
      name_last: users.nameLast,
      is_email_confirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      phone: phones.mobile,
      has_page: sql<boolean>`exists (select 1 from ${pages} where ${pages.userId} = ${users.id})`,
      requestedAt: leavers.requestedAt,
      imageKey: uploads.imageKey,
      imageParams: publicProfiles.imageParams,
    })
    .from(users)
    .leftJoin(publicProfiles, eq(publicProfiles.userId, users.id))
    .leftJoin(uploads, eq(uploads.id, publicProfiles.imageUploadId))
    .leftJoin(phones, eq(phones.userId, users.id))
    .leftJoin(leavers, eq(leavers.userId, users.id))
    .where(eq(users.id, id))
  if (!user) return undefined
  const { imageKey, imageParams, requestedAt, ...rest } = user
  return {
    ...rest,
    avatar_url: imageKey === null ? null : pictureUrl(imageKey, imageParams),
    deletion_requested_at: requestedAt?.toISOString() ?? null,
  }
}
