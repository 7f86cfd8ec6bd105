import { randomInt } from 'node:crypto'
import { and, eq, sql, type Column } from 'drizzle-orm'
import { withoutUnseen } from '#contract/common.ts'
import type { Appearance } from '#contract/partners/unmasking.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { pages, partnerNumbers, unmaskingInvitations, users } from '../../platform/db/schema.ts'

/**
 * User as one brand may see them. Everything sent to a brand (pages, files, emails, messages) takes
 * names and pages from this type only.
 */
export type Partner = {
  /** Number of the user at this brand, for example `P-7F3K9Q`. */
  id: string
  /** Null if the brand may not see it, or there is none. */
  name: string | null
  /** Path of the public page, for example `/p/ana`. */
  page: string | null
  /** Time when the invitation was accepted. Null if the brand may not see the name. */
  unmaskedSince: Date | null
}

/**
 * Returns the name for times since the invitation was accepted, while the connection exists,
 * otherwise the number. Every place that shows a partner must use it.
 */
export const nameAt = ({ id, name, unmaskedSince }: Partner, at: Date): string =>
  name !== null && unmaskedSince !== null && at >= unmaskedSince ? name : id

/** Returns users as the brand may see them. Deleted users are left out. */
export async function partnersOf(
  db: DbOrTx,
  organizationId: string,
  userIds: readonly string[],
): Promise<Map<string, Partner>> {
  const people = await readAppearancesAt(db, organizationId, userIds)
  const rows = await db
    .select({ userId: unmaskingInvitations.userId, since: unmaskingInvitations.acceptedAt })
    .from(unmaskingInvitations)
    .where(
      and(
        eq(unmaskingInvitations.brandId, organizationId),
        eq(unmaskingInvitations.status, 'accepted'),
        isOneOf(unmaskingInvitations.userId, [...people.keys()]),
      ),
    )
  const since = new Map(rows.map((row) => [row.userId, row.since]))
  return new Map(
    [...people].map(([userId, { partner, name, page }]) => {
      const unmaskedSince = since.get(userId) ?? null
      const shown = unmaskedSince === null ? { name: null, page: null } : { name, page }
      return [userId, { id: partner, ...shown, unmaskedSince }]
    }),
  )
}

/** Finds the user with a number of this brand, or undefined. */
export async function findUserByNumber(
  db: DbOrTx,
  organizationId: string,
  partnerId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: partnerNumbers.userId })
    .from(partnerNumbers)
    .where(and(eq(partnerNumbers.brandId, organizationId), eq(partnerNumbers.number, partnerId)))
  return row?.userId
}

/**
 * Returns what the brands see of the user now, and what they would see. Used only for the user's
 * own screens.
 */
export async function readAppearances(
  db: DbOrTx,
  userId: string,
  brandIds: readonly string[],
): Promise<Map<string, Appearance>> {
  const [person] = await readPublicNames(db, [userId])
  const numbers = await ensureNumbers(
    db,
    brandIds.map((brandId) => ({ brandId, userId })),
  )
  const { name = null, page = null } = person ?? {}
  return new Map(numbers.map(({ brandId, number }) => [brandId, { partner: number, name, page }]))
}

async function readAppearancesAt(db: DbOrTx, brandId: string, userIds: readonly string[]) {
  const people = await readPublicNames(db, userIds)
  const numbers = await ensureNumbers(
    db,
    people.map(({ userId }) => ({ brandId, userId })),
  )
  const byUser = new Map(numbers.map(({ userId, number }) => [userId, number]))
  return new Map<string, Appearance>(
    people.flatMap(({ userId, name, page }) => {
      const partner = byUser.get(userId)
      return partner === undefined ? [] : [[userId, { partner, name, page }]]
    }),
  )
}

/**
 * Returns public names: the user's name, or else the page's title. Invisible characters such as
 * text direction marks are removed.
 */
async function readPublicNames(db: DbOrTx, userIds: readonly string[]) {
  const rows = await db
    .select({
      userId: users.id,
      first: users.nameFirst,
      last: users.nameLast,
      title: pages.title,
      slug: pages.slug,
    })
    .from(users)
    .leftJoin(
      pages,
      and(eq(pages.userId, users.id), eq(pages.isPublished, true), sql`${pages.blockedAt} is null`),
    )
    .where(isOneOf(users.id, userIds))
    .orderBy(pages.id)
  const people = rows.map(({ userId, first, last, title, slug }) => ({
    userId,
    name: withoutUnseen(`${first} ${last}`).trim() || withoutUnseen(title ?? '').trim() || null,
    page: slug === null ? null : `/p/${slug}`,
  }))
  return [...new Map(people.map((person) => [person.userId, person])).values()]
}

const isOneOf = (column: Column, ids: readonly string[]) =>
  sql`${column} = any(${sql.param([...new Set(ids)])}::uuid[])`

type Pair = { brandId: string; userId: string }

/**
 * Returns the numbers of users at brands, and creates missing ones. Of two concurrent inserts, the
 * first one counts.
 */
async function ensureNumbers(db: DbOrTx, pairs: readonly Pair[]) {
  const found = await readNumbers(db, pairs)
  const known = new Set(found.map(keyOf))
  const missing = pairs.filter((pair) => !known.has(keyOf(pair)))
  if (missing.length === 0) return found
  // Insert in a fixed order, which prevents deadlocks.
  const sorted = missing.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await db
    .insert(partnerNumbers)
    .values(sorted.map((pair) => ({ ...pair, number: newNumber() })))
    .onConflictDoNothing()
  return readNumbers(db, pairs)
}

const keyOf = ({ brandId, userId }: Pair) => `${brandId} ${userId}`

async function readNumbers(db: DbOrTx, pairs: readonly Pair[]) {
  const brandIds = [...new Set(pairs.map(({ brandId }) => brandId))]
  const userIds = [...new Set(pairs.map(({ userId }) => userId))]
  return db
    .select()
    .from(partnerNumbers)
    .where(and(isOneOf(partnerNumbers.brandId, brandIds), isOneOf(partnerNumbers.userId, userIds)))
}

/** Characters of a number, without those that look alike. */
const NUMBER_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const NUMBER_LENGTH = 8

const newNumber = () =>
  `P-${Array.from({ length: NUMBER_LENGTH }, () => NUMBER_CHARACTERS[randomInt(NUMBER_CHARACTERS.length)]).join('')}`
