import * as v from 'valibot'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Slug } from '#contract/page/pages.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import {
  formerSlugs,
  leavers,
  pages,
  publicProfiles,
  uploads,
  users,
} from '../../platform/db/schema.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'

/** A page with the data of its header. */
export type PageRow = typeof pages.$inferSelect & {
  firstName: string
  cover: string | null
  avatar: string | null
}

const avatars = alias(uploads, 'avatars')

export const selectPages = (db: DbOrTx) =>
  db
    .select({
      page: pages,
      firstName: users.nameFirst,
      coverKey: uploads.imageKey,
      avatarKey: avatars.imageKey,
      avatarParams: publicProfiles.imageParams,
      isLeaving: sql<boolean>`exists (select from ${leavers} where ${eq(leavers.userId, pages.userId)})`,
    })
    .from(pages)
    .innerJoin(users, eq(users.id, pages.userId))
    .leftJoin(uploads, eq(uploads.id, pages.imageUploadId))
    .leftJoin(publicProfiles, eq(publicProfiles.userId, pages.userId))
    .leftJoin(avatars, eq(avatars.id, publicProfiles.imageUploadId))

export function toPageRow({
  page,
  firstName,
  coverKey,
  avatarKey,
  avatarParams,
}: Awaited<ReturnType<typeof selectPages>>[number]): PageRow {
  return {
    ...page,
    firstName: firstName.trim(),
    cover: coverKey === null ? null : pictureUrl(coverKey, page.imageParams),
    avatar: avatarKey === null ? null : pictureUrl(avatarKey, avatarParams),
  }
}

/** Result of looking up a page address. */
export type PageLookup =
  | { state: 'shown'; page: PageRow }
  /** Unknown and unpublished pages look the same, so that drafts are not revealed. */
  | { state: 'missing' | 'gone' | 'blocked' | 'leaving' }
  | { state: 'moved'; slug: string }

export async function findPage(db: DbOrTx, slug: string): Promise<PageLookup> {
  // Texts that cannot be a slug are not looked up; the database does not accept every text.
  if (!v.is(Slug, slug)) return { state: 'missing' }
  const [row] = await selectPages(db).where(eq(pages.slug, slug))
  if (!row) return findFormer(db, slug)
  if (!row.page.isPublished) return { state: 'missing' }
  if (row.page.blockedAt) return { state: 'blocked' }
  if (row.isLeaving) return { state: 'leaving' }
  return { state: 'shown', page: toPageRow(row) }
}

async function findFormer(db: DbOrTx, slug: string): Promise<PageLookup> {
  const [row] = await db
    .select({ slug: pages.slug, isPublished: pages.isPublished })
    .from(formerSlugs)
    .leftJoin(pages, eq(pages.id, formerSlugs.pageId))
    .where(eq(formerSlugs.slug, slug))
  if (!row) return { state: 'missing' }
  if (row.slug === null) return { state: 'gone' }
  return row.isPublished ? { state: 'moved', slug: row.slug } : { state: 'missing' }
}

/** Returns the user's page. If there were several, the first one. */
export async function findOwnPage(db: DbOrTx, userId: string): Promise<PageRow | null> {
  const [row] = await selectPages(db).where(eq(pages.userId, userId)).orderBy(pages.id).limit(1)
  return row ? toPageRow(row) : null
}
