import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { DESK_COOKIE_DAYS } from '#contract/session-cookies.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { brands, deskSessions } from '../../platform/db/schema.ts'
import { useLink } from './sign-in-links.ts'

export type DeskSession = { id: string; brand: BrandRow }

const end = sql`now() + make_interval(days => ${DESK_COOKIE_DAYS})`

/**
 * Starts a session with an unused link. `onOpened` runs in the same transaction. Returns the token for the cookie, or undefined if the link
 * is not valid.
 */
export const openSession = (
  db: Db,
  key: string,
  onOpened: (tx: Tx, brandId: string) => Promise<void> = async () => {},
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const brandId = await useLink(tx, key)
    if (brandId === undefined) return undefined
    await onOpened(tx, brandId)
    return openSessionOf(tx, brandId)
  })

/** Starts a session of a brand and returns the token for the cookie. */
export async function openSessionOf(db: DbOrTx, brandId: string): Promise<string> {
  const token = newSecret()
  await db.insert(deskSessions).values({ brandId, tokenHash: hashSecret(token), expiresAt: end })
  return token
}

const isOpen = and(isNull(deskSessions.revokedAt), gt(deskSessions.expiresAt, sql`now()`))

/** Returns the brand of a session that is still signed in. */
export async function brandOfSession(db: DbOrTx, id: string): Promise<string | undefined> {
  const [row] = await db
    .select({ brandId: deskSessions.brandId })
    .from(deskSessions)
    .where(and(eq(deskSessions.id, id), isOpen))
  return row?.brandId
}

/** Finds a valid session with its brand, or undefined. */
export async function findDeskSession(db: Db, token: string): Promise<DeskSession | undefined> {
  const [row] = await db
    .select({
      id: deskSessions.id,
      isSeen: sql<boolean>`${deskSessions.lastSeenAt} > now() - interval '1 hour'`,
      brand: getTableColumns(brands),
    })
    .from(deskSessions)
    .innerJoin(brands, eq(brands.id, deskSessions.brandId))
    .where(and(eq(deskSessions.tokenHash, hashSecret(token)), isOpen))
  if (!row) return undefined
  const { id, brand, isSeen } = row
  if (!isSeen)
    await db
      .update(deskSessions)
      .set({ lastSeenAt: sql`now()`, expiresAt: end })
      .where(eq(deskSessions.id, id))
  return { id, brand }
}

export const closeSession = (db: DbOrTx, id: string) =>
  db
    .update(deskSessions)
    .set({ revokedAt: sql`now()` })
    .where(eq(deskSessions.id, id))

/** Ends all sessions of a brand, including the current one. */
export const closeSessions = (db: DbOrTx, brandId: string) =>
  db
    .update(deskSessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(deskSessions.brandId, brandId), isNull(deskSessions.revokedAt)))
