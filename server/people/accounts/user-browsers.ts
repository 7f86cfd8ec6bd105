import { createHash } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { userBrowsers, users } from '../../platform/db/schema.ts'

/** As long as the browser itself remembers who has signed in on it. */
export const BROWSER_DAYS = 365

/**
 * Which people signed in with one browser: several accounts of one somebody do not make a product trend.
 * What a browser says is as good as its word: who hides one signs in with another, who lends somebody's
 * would have to know it.
 */
export async function noteBrowser(db: Db, email: string, given: string[]): Promise<void> {
  const ids = new Set(given.filter((id) => AN_ID.test(id)))
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user || ids.size === 0) return
  const rows = [...ids].map((id) => ({ userId: user.id, browserHash: hashOf(id) }))
  const { userId, browserHash } = userBrowsers
  await db
    .insert(userBrowsers)
    .values(rows)
    .onConflictDoUpdate({ target: [userId, browserHash], set: { lastSeenAt: sql`now()` } })
}

/** Nothing that two browsers could say alike. */
const AN_ID = /^[\w-]{16}$/

const hashOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 22)

export async function forgetBrowsers(db: Db): Promise<void> {
  const old = sql`now() - make_interval(days => ${BROWSER_DAYS})`
  await db.delete(userBrowsers).where(lt(userBrowsers.lastSeenAt, old))
}
