import { createHash } from 'node:crypto'
import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { MAX_ID } from '#contract/common.ts'
import type { AccountEvent } from '#contract/people/account-changes.ts'
import { readSocialAddress, type SocialAddress } from '#contract/social/social-addresses.ts'
import {
  MAX_SOCIAL_LINKS,
  SOCIAL_TYPES,
  socialIcon,
  type SocialLink,
  type SocialLinks,
  type SocialTypeName,
} from '#contract/social/social-links.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { socialLinks, users } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import { notifyPageChanged } from '../../platform/db/page-changed.ts'

export async function listSocialLinks(db: Db, userId: string): Promise<SocialLinks> {
  const rows = await db
    .select(columns)
    .from(socialLinks)
    .where(ownSocialLinks(userId))
    .orderBy(...IN_ORDER)
  return { results: rows.map(toAnswer) }
}

export async function getSocialLink(db: Db, userId: string, id: string): Promise<SocialLink> {
  const [row] = await db.select(columns).from(socialLinks).where(ownSocialLink(userId, id))
  return toAnswerOrThrow(row)
}

/** Adds a social link at the end of the list. */
export async function addSocialLink(db: Db, userId: string, typed: string): Promise<SocialLink> {
  const values = toRow(typed)
  return refusingDuplicates(() =>
    db.transaction(async (tx) => {
      const position = await nextPosition(tx, userId)
      const [row] = await tx
        .insert(socialLinks)
        .values({ userId, position, ...values })
        .returning(columns)
      await recordAccountChange(tx, { ...change(userId, 'create'), name: plainUrl(values) })
      await notifyPageChanged(tx, userId)
      return toAnswerOrThrow(row)
    }),
  )
}

/** Changes the address of a social link, and its type if necessary. Its position stays. */
export async function editSocialLink(
  db: Db,
  userId: string,
  { id, typed }: { id: string; typed: string },
): Promise<SocialLink> {
  const isOwn = ownSocialLink(userId, id)
  return refusingDuplicates(() =>
    db.transaction(async (tx) => {
      // Checked before the address, so that a link of another user gets 404 for any address.
      const [before] = await tx.select().from(socialLinks).where(isOwn).for('update')
      if (!before) throw new HTTPException(404)
      const values = toRow(typed)
      const [row] = await tx.update(socialLinks).set(values).where(isOwn).returning(columns)
      const [name, nameBefore] = [plainUrl(values), plainUrl(before)]
      if (values.accountUrl !== before.accountUrl)
        await recordAccountChange(tx, { ...change(userId, 'edit'), name, nameBefore })
      await notifyPageChanged(tx, userId)
      return toAnswerOrThrow(row)
    }),
  )
}

export async function removeSocialLink(db: Db, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.delete(socialLinks).where(ownSocialLink(userId, id)).returning()
    if (!row) throw new HTTPException(404)
    await recordAccountChange(tx, { ...change(userId, 'delete'), name: plainUrl(row) })
    await notifyPageChanged(tx, userId)
  })
}

const change = (userId: string, event: AccountEvent) => ({
  userId,
  thing: 'social_link' as const,
  event,
})

/** Returns the address of a social link as people read it. */
const plainUrl = ({ accountUrl }: { accountUrl: string }) =>
  accountUrl.replace(/^https?:\/\/(?:www\.)?/, '')

export type PublicSocialLink = { type: SocialTypeName; name: string; url: string }

/**
 * Returns the social links of a public page in order. Names and URLs are user input and must be
 * escaped.
 */
export async function publicSocialLinks(
  db: DbOrTx,
  accountUuid: string,
): Promise<PublicSocialLink[]> {
  const rows = await db
    .select(columns)
    .from(socialLinks)
    .where(ownSocialLinks(accountUuid))
    .orderBy(...IN_ORDER)
  return rows.map(({ type, name, url }) => ({ type: nameOfType(type), name, url }))
}

const columns = {
  id: socialLinks.id,
  type: socialLinks.accountType,
  name: socialLinks.accountName,
  url: socialLinks.accountUrl,
}
type Row = SocialAddress & { id: number }

const IN_ORDER = [asc(socialLinks.position), asc(socialLinks.id)]

const ownSocialLinks = (userId: string, more?: SQL) => and(eq(socialLinks.userId, userId), more)

function ownSocialLink(userId: string, id: string) {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : 0
  if (number < 1 || number > MAX_ID) throw new HTTPException(404)
  return ownSocialLinks(userId, eq(socialLinks.id, number))
}

function toAnswerOrThrow(row: Row | undefined): SocialLink {
  if (!row) throw new HTTPException(404)
  return toAnswer(row)
}

const toAnswer = ({ id, type, name, url }: Row): SocialLink => ({
  id,
  account_type: type,
  account_name: name,
  account_url: url,
  icon_url: socialIcon(type),
})

const NAMES = Object.keys(SOCIAL_TYPES) as SocialTypeName[]
const nameOfType = (type: Row['type']) => NAMES.find((name) => SOCIAL_TYPES[name] === type)!

function toRow(typed: string) {
  const { address, problem: fault } = readSocialAddress(typed)
  if (!address) throw new FieldError('account_url', fault)
  const { type, name, url } = address
  return { accountType: type, accountName: name, accountUrl: url, sameAs: duplicateHash(address) }
}

/**
 * Returns a hash to detect duplicates. Handles are compared without case; of other addresses, only
 * the host is.
 */
function duplicateHash({ type, url }: SocialAddress): string {
  const plain = type === SOCIAL_TYPES.other ? new URL(url).href : url.toLowerCase()
  return createHash('sha256').update(plain.replace(/\/$/, '')).digest('hex')
}

/**
 * Returns the position of a new link and checks the limit. Locks the user's row, so that two
 * simultaneous requests cannot exceed it.
 */
async function nextPosition(tx: Tx, userId: string): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      last: sql<number>`coalesce(max(${socialLinks.position}), 0)::int`,
    })
    .from(socialLinks)
    .where(ownSocialLinks(userId))
  const { count, last } = row ?? { count: 0, last: 0 }
  if (count >= MAX_SOCIAL_LINKS)
    throw new FieldError('non_field_errors', `You can have ${MAX_SOCIAL_LINKS} social links.`)
  return last + 1
}

async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'social_links_same')) throw error
    throw new FieldError('non_field_errors', 'You already have this link.')
  }
}
