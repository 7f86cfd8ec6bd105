import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brands, deskAddresses, deskLinks, deskSessions } from '../../platform/db/schema.ts'

export const LINK_HOURS = 24
/** Number of days that expired links and sessions are kept. */
const RETENTION_DAYS = 30

/**
 * Creates a link that signs a brand in once. Opening it does not use it up, because mail programs
 * open links in advance.
 */
export async function createSignInLink(
  db: DbOrTx,
  appOrigin: string,
  brandId: string,
): Promise<string> {
  const key = newSecret()
  const expiresAt = sql`now() + make_interval(hours => ${LINK_HOURS})`
  await db.insert(deskLinks).values({ keyHash: hashSecret(key), brandId, expiresAt })
  return new URL(`/desk/sign-in/${key}`, appOrigin).href
}

const isValidLink = (key: string) =>
  and(
    eq(deskLinks.keyHash, hashSecret(key)),
    isNull(deskLinks.usedAt),
    gt(deskLinks.expiresAt, sql`now()`),
  )

/** Returns the brand of a valid link, or undefined if it is used, expired or unknown. */
export async function brandOfLink(db: DbOrTx, key: string) {
  const [row] = await db
    .select({ id: brands.id, name: brands.name })
    .from(deskLinks)
    .innerJoin(brands, eq(brands.id, deskLinks.brandId))
    .where(isValidLink(key))
  return row
}

/**
 * Uses up a link and returns its brand. A single statement, so only one of two concurrent calls
 * succeeds.
 */
export async function useLink(db: DbOrTx, key: string): Promise<string | undefined> {
  const [row] = await db
    .update(deskLinks)
    .set({ usedAt: sql`now()` })
    .where(isValidLink(key))
    .returning({ brandId: deskLinks.brandId })
  return row?.brandId
}

/** Stores an address to which the brand may have new links mailed. */
export const addDeskAddress = (db: DbOrTx, brandId: string, email: string) =>
  db.insert(deskAddresses).values({ brandId, email }).onConflictDoNothing()

export const findBrandsByAddress = (db: DbOrTx, email: string) =>
  db
    .select({ id: brands.id, name: brands.name })
    .from(deskAddresses)
    .innerJoin(brands, eq(brands.id, deskAddresses.brandId))
    .where(eq(deskAddresses.email, email))
    .orderBy(brands.name, brands.id)

export async function deleteOldDeskData(db: Db): Promise<void> {
  const before = sql`now() - make_interval(days => ${RETENTION_DAYS})`
  await db.delete(deskLinks).where(lt(deskLinks.expiresAt, before))
  await db.delete(deskSessions).where(lt(deskSessions.expiresAt, before))
  await db.delete(deskSessions).where(lt(deskSessions.revokedAt, before))
}
