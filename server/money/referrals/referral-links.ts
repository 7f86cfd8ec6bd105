import { randomInt } from 'node:crypto'
import { and, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import {
  MAX_REFERRAL_LINKS,
  type NewReferralLink,
  type ReferralLink,
} from '#contract/money/referrals.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { referralLinks, users } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'

/** Characters of codes, without look-alikes. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 8

type Origin = { appOrigin: string }
type Paged = { page: number; page_size: number }
type Row = typeof referralLinks.$inferSelect & { signups: number }

/** Explicit table names, because drizzle leaves them out in a query with only one table. */
const signups = sql<number>`(select count(*)::int from referrals as brought
  where brought.link_id = referral_links.id)`

/** Returns the query for a user's referral links. All reads of signed-in calls use it. */
const selectOwn = (db: DbOrTx, userId: string) =>
  db
    .select({
      id: referralLinks.id,
      userId: referralLinks.userId,
      code: referralLinks.code,
      isCreator: referralLinks.isCreator,
      clicks: referralLinks.clicks,
      createdAt: referralLinks.createdAt,
      signups,
    })
    .from(referralLinks)
    .where(eq(referralLinks.userId, userId))
    .orderBy(desc(referralLinks.id))

export const referralUrl = (code: string, { appOrigin }: Origin): string => `${appOrigin}/r/${code}`

const toLink = (row: Row, origin: Origin): ReferralLink => ({
  id: row.id,
  code: row.code,
  url: referralUrl(row.code, origin),
  is_creator: row.isCreator,
  clicks: row.clicks,
  signups: row.signups,
  created_at: row.createdAt.toISOString(),
})

/** Returns one page of a user's referral links, newest first. */
export async function listLinks(db: DbOrTx, userId: string, origin: Origin, page: Paged) {
  const rows = await selectOwn(db, userId)
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  return { results: rows.map((row) => toLink(row, origin)), count: await countOwn(db, userId) }
}

async function countOwn(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(referralLinks)
    .where(eq(referralLinks.userId, userId))
  return row?.count ?? 0
}

/** Returns the user's newest referral link. Creates one if there is none. */
export const latestLink = (db: Db, userId: string, origin: Origin): Promise<ReferralLink> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const [newest] = await selectOwn(tx, userId).limit(1)
    return toLink(newest ?? (await insertLink(tx, userId, { is_creator: null })), origin)
  })

export const createLink = (
  db: Db,
  userId: string,
  origin: Origin,
  wish: v.InferOutput<typeof NewReferralLink>,
): Promise<ReferralLink> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    if ((await countOwn(tx, userId)) >= MAX_REFERRAL_LINKS)
      throw new FieldError('code', `You can have ${MAX_REFERRAL_LINKS} referral links.`)
    return toLink(await insertLink(tx, userId, wish), origin)
  })

/** Locks the user, so that concurrent calls cannot exceed the limit or create two first links. */
const lockPerson = (tx: Tx, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')

async function insertLink(
  tx: Tx,
  userId: string,
  { code = newCode(), is_creator }: { code?: string | undefined; is_creator: boolean | null },
): Promise<Row> {
  const [row] = await tx
    .insert(referralLinks)
    .values({ userId, code, isCreator: is_creator })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new FieldError('code', await takenMessage(tx, userId, code))
  return { ...row, signups: 0 }
}

async function takenMessage(tx: Tx, userId: string, code: string): Promise<string> {
  const own = and(eq(referralLinks.userId, userId), eq(referralLinks.code, code))
  const isOwn = (await tx.$count(referralLinks, own)) > 0
  return isOwn ? 'This code is already yours and works.' : 'This code is taken. Try another.'
}

/** Returns whether a code is free. Codes of deleted accounts are not released. */
export const isCodeFree = async (db: DbOrTx, code: string): Promise<boolean> =>
  (await db.$count(referralLinks, eq(referralLinks.code, code))) === 0

const newCode = () =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Returns whether a link exists. Counts the visit if it is by a person. */
export async function followLink(db: DbOrTx, code: string, isPerson: boolean): Promise<boolean> {
  const [row] = await db
    .update(referralLinks)
    .set({ clicks: isPerson ? sql`${referralLinks.clicks} + 1` : referralLinks.clicks })
    .where(and(eq(referralLinks.code, code), isNotNull(referralLinks.userId)))
    .returning({ id: referralLinks.id })
  return row !== undefined
}
