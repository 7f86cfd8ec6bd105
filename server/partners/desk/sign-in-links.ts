import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brands, deskLinks, deskPeople, deskSessions } from '../../platform/db/schema.ts'
import { deleteOldChanges } from './people/changes.ts'
import { personColumns } from './people/people.ts'

export const LINK_HOURS = 24
/** Hours in which a colleague can accept an invitation. */
export const INVITATION_HOURS = 7 * 24
/** Number of days that expired links and sessions are kept. */
const RETENTION_DAYS = 30

/** Person of a brand. */
export type PersonKey = { id: string; brandId: string }

/**
 * Creates a link that signs a person in once. Opening it does not use it up, because mail programs
 * open links in advance.
 */
export async function createSignInLink(
  db: DbOrTx,
  appOrigin: string,
  { id: personId, brandId }: PersonKey,
  hours = LINK_HOURS,
): Promise<string> {
  const key = newSecret()
  const expiresAt = sql`now() + make_interval(hours => ${hours})`
  await db.insert(deskLinks).values({ keyHash: hashSecret(key), brandId, personId, expiresAt })
  return new URL(`/desk/sign-in/${key}`, appOrigin).href
}

const isValidLink = (key: string) =>
  and(
    eq(deskLinks.keyHash, hashSecret(key)),
    isNull(deskLinks.usedAt),
    gt(deskLinks.expiresAt, sql`now()`),
  )

/** Returns the brand and person of a valid link, or undefined if it is used, expired or unknown. */
export async function ownerOfLink(db: DbOrTx, key: string) {
  const [row] = await db
    .select({ brandName: brands.name, person: personColumns })
    .from(deskLinks)
    .innerJoin(brands, eq(brands.id, deskLinks.brandId))
    .innerJoin(deskPeople, eq(deskPeople.id, deskLinks.personId))
    .where(isValidLink(key))
  return row
}

/**
 * Uses up a link and returns whose it is. A single statement, so only one of two concurrent calls
 * succeeds.
 */
export async function useLink(db: DbOrTx, key: string): Promise<PersonKey | undefined> {
  const [row] = await db
    .update(deskLinks)
    .set({ usedAt: sql`now()` })
    .where(isValidLink(key))
    .returning({ id: deskLinks.personId, brandId: deskLinks.brandId })
  return row
}

export async function deleteOldDeskData(db: Db): Promise<void> {
  const before = sql`now() - make_interval(days => ${RETENTION_DAYS})`
  await db.delete(deskLinks).where(lt(deskLinks.expiresAt, before))
  await db.delete(deskSessions).where(lt(deskSessions.expiresAt, before))
  await db.delete(deskSessions).where(lt(deskSessions.revokedAt, before))
  await deleteOldChanges(db)
}
