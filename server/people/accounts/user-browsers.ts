import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { userBrowsers, users } from '../../platform/db/schema.ts'

/** Number of days for which a browser is stored, the lifetime of the device cookie. */
export const BROWSER_DAYS = 365

/**
 * Records which users signed in with one browser, so that several accounts of one person do not
 * count as several users for trending products. The browser id comes from a cookie. A user can hide
 * it by deleting the cookie, but cannot guess the id of another browser.
 */
export async function recordBrowser(db: Db, email: string, browserIds: string[]): Promise<void> {
  const ids = new Set(browserIds.filter((id) => BROWSER_ID.test(id)))
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user || ids.size === 0) return
  const rows = [...ids].map((id) => ({ userId: user.id, browserHash: hashOf(id) }))
  const { userId, browserHash } = userBrowsers
  await db
    .insert(userBrowsers)
    .values(rows)
    .onConflictDoUpdate({ target: [userId, browserHash], set: { lastSeenAt: sql`now()` } })
}

/** Form of a browser id. Ids are random, so no two browsers share one. */
const BROWSER_ID = /^[\w-]{16}$/

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 22)

export async function deleteOldBrowsers(db: Db): Promise<void> {
  const old = sql`now() - make_interval(days => ${BROWSER_DAYS})`
  await db.delete(userBrowsers).where(lt(userBrowsers.lastSeenAt, old))
}
