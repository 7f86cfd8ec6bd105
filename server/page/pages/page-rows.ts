import { and, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { MAX_ID } from '#contract/common.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { pages, pageViews, uploads, users } from '../../platform/db/schema.ts'

export type PageRow = typeof pages.$inferSelect
/** A page with its cover, and how often people looked at it lately. */
export type FullPage = { page: PageRow; imageKey: string | null; views: number }

/** The one place that says whose pages a signed-in call may see or touch. */
export const ownPages = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(pages.userId, userId), ...further)

/** With today they are thirty days. */
const views = sql<number>`(
  select coalesce(sum(${pageViews.views}), 0)::int from ${pageViews}
  where ${eq(pageViews.pageId, pages.id)} and ${pageViews.kind} = 'human'
    and ${pageViews.day} > (now() at time zone 'UTC')::date - 30)`

export const selectPages = (db: DbOrTx) =>
  db
    .select({ page: pages, imageKey: uploads.imageKey, views })
    .from(pages)
    .leftJoin(uploads, eq(uploads.id, pages.imageUploadId))

/** The person's page, the first should there ever be two. */
export async function findPage(db: DbOrTx, userId: string): Promise<FullPage | undefined> {
  const [row] = await selectPages(db).where(ownPages(userId)).orderBy(pages.id).limit(1)
  return row
}

/** Any other id than one of theirs is a 404 (api.md section 0). */
export async function getPage(db: DbOrTx, userId: string, id: number): Promise<FullPage> {
  const [row] = await selectPages(db).where(ownPages(userId, eq(pages.id, id)))
  if (!row) throw new HTTPException(404)
  return row
}

/** One writer at a time for a person's page and sections; call it before any other write. */
export async function lockPerson(tx: Tx, userId: string): Promise<void> {
  const person = tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  // Not 'update': rows that merely refer to the person need not wait.
  await person.for('no key update')
}

/** The number in an address; what is none is the id of nothing. */
export function readId(text: string): number {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0
  if (id < 1 || id > MAX_ID) throw new HTTPException(404)
  return id
}
