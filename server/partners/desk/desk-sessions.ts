import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { DESK_COOKIE_DAYS } from '#contract/session-cookies.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brands, deskSessions } from '../../platform/db/schema.ts'
import { useLink } from './sign-in-links.ts'

export type DeskSession = { id: string; brand: BrandRow }

const end = sql`now() + make_interval(days => ${DESK_COOKIE_DAYS})`

/**
 * Starts a session with an unused link. Returns the token for the cookie, or undefined if the link
 * is not valid.
 */
export const openSession = (db: Db, key: string): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const brandId = await useLink(tx, key)
    if (brandId === undefined) return undefined
    const token = newSecret()
    await tx.insert(deskSessions).values({ brandId, tokenHash: hashSecret(token), expiresAt: end })
    return token
  })

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
    .where(
      and(
        eq(deskSessions.tokenHash, hashSecret(token)),
        isNull(deskSessions.revokedAt),
        gt(deskSessions.expiresAt, sql`now()`),
      ),
    )
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
