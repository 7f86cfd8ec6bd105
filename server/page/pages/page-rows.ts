import { and, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { MAX_ID } from '#contract/common.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { pages, pageViews, uploads, users } from '../../platform/db/schema.ts'

export type PageRow = typeof pages.$inferSelect
/** A page with its cover image and its recent number of views. */
export type FullPage = { page: PageRow; imageKey: string | null; views: number }

/** Returns the condition for pages of this user. All access checks of signed-in calls use it. */
export const ownPages = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(pages.userId, userId), ...further)

/** Sum of views in the last 30 days, including today. */
const views = sql<number>`(
  select coalesce(sum(${pageViews.views}), 0)::int from ${pageViews}
  where ${eq(pageViews.pageId, pages.id)} and ${pageViews.kind} = 'human'
    and ${pageViews.day} > (now() at time zone 'UTC')::date - 30)`

export const selectPages = (db: DbOrTx) =>
  db
    .select({ page: pages, imageKey: uploads.imageKey, views })
    .from(pages)
    .leftJoin(uploads, eq(uploads.id, pages.imageUploadId))

/** Returns the user's page. If there were several, the first one. */
export async function findPage(db: DbOrTx, userId: string): Promise<FullPage | undefined> {
  const [row] = await selectPages(db).where(ownPages(userId)).orderBy(pages.id).limit(1)
  return row
}

/** Returns a page of the user. Throws a 404 for any other id (api.md section 0). */
export async function getPage(db: DbOrTx, userId: string, id: number): Promise<FullPage> {
  const [row] = await selectPages(db).where(ownPages(userId, eq(pages.id, id)))
  if (!row) throw new HTTPException(404)
  return row
}

/** Locks a user's page and sections for writing. Call it before any other write. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  const person = tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  // Not 'update': that would also block inserts of rows that refer to the user.
  await person.for('no key update')
}

/** Returns the id in a path. Throws a 404 if it is not a valid id. */
export function readId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > MAX_ID) throw new HTTPException(404)
  return id
}
