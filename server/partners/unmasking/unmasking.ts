import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { BrandInvitation, Connection, InvitationStatus } from '#contract/partners/unmasking.ts'
import { isShown, pictureUrl } from '../../links/brands/organizations.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brandReferralLinks, brands, unmaskingInvitations } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { invite, isOpen, type InvitationRow } from './invitations.ts'
import { readAppearances } from './names.ts'

type PageRequest = { page: number; page_size: number }
type InvitationRef = { userId: string; id: number }

const found = {
  row: unmaskingInvitations,
  brand: {
    id: brands.id,
    name: brands.name,
    logoKey: brands.logoKey,
    basisPoints: brands.commissionBasisPoints,
  },
}

/** Returns the user's invitations, newest first. */
export async function listInvitations(
  db: DbOrTx,
  userId: string,
  { status, ...paged }: PageRequest & { status?: InvitationStatus | undefined },
) {
  const { rows, total } = await listOwn(db, userId, paged, status)
  return { results: await toInvitations(db, userId, rows), count: total }
}

/** Returns the brands that may see the user's name. */
export async function listConnections(db: DbOrTx, userId: string, paged: PageRequest) {
  const { rows, total } = await listOwn(db, userId, paged, 'accepted')
  return { results: rows.map(toConnection), count: total }
}

async function listOwn(
  db: DbOrTx,
  userId: string,
  { page, page_size }: PageRequest,
  status: InvitationStatus | undefined,
) {
  const where = isUserInvitation(userId, status && eq(unmaskingInvitations.status, status))
  const rows = await select(db, where)
    .limit(page_size)
    .offset((page - 1) * page_size)
  return { rows, total: await db.$count(unmaskingInvitations, where) }
}

/** Condition for the invitations of a user. All queries for signed-in users use it. */
const isUserInvitation = (userId: string, more?: SQL) =>
  and(eq(unmaskingInvitations.userId, userId), isOpen, more)

const select = (db: DbOrTx, where: SQL | undefined) =>
  db
    .select(found)
    .from(unmaskingInvitations)
    .innerJoin(brands, eq(brands.id, unmaskingInvitations.brandId))
    .where(where)
    .orderBy(desc(unmaskingInvitations.id))

type Found = Awaited<ReturnType<typeof select>>[number]

const company = ({ brand }: Found) => ({
  uuid: brand.id,
  company_name: brand.name,
  logo_url: pictureUrl(brand.logoKey),
  commission_percentage: brand.basisPoints / 100,
})

const toConnection = (one: Found): Connection => ({
  id: one.row.id,
  organization: company(one),
  connected_at: (one.row.acceptedAt ?? one.row.createdAt).toISOString(),
})

async function toInvitations(
  db: DbOrTx,
  userId: string,
  rows: Found[],
): Promise<BrandInvitation[]> {
  const seen = await readAppearances(
    db,
    userId,
    rows.map(({ brand }) => brand.id),
  )
  return rows.map((one) => ({
    id: one.row.id,
    inviting: company(one),
    status: statusOf(one.row),
    created_at: one.row.createdAt.toISOString(),
    appearance: seen.get(one.brand.id) ?? { partner: '', name: null, page: null },
  }))
}

/** Removed invitations are in no list, so the value does not matter. */
const statusOf = ({ status }: InvitationRow): InvitationStatus =>
  status === 'removed' ? 'ignored' : status

async function getInvitation(db: DbOrTx, { userId, id }: InvitationRef): Promise<BrandInvitation> {
  const rows = await select(db, isUserInvitation(userId, eq(unmaskingInvitations.id, id)))
  const [invitation] = await toInvitations(db, userId, rows)
  if (!invitation) throw new HTTPException(404)
  return invitation
}

/**
 * Opens the invitation of a brand's referral link. Following the link again returns the same one.
 */
export async function followBrandLink(
  db: Db,
  userId: string,
  linkId: string,
): Promise<BrandInvitation> {
  const [link] = await db
    .select({ brandId: brandReferralLinks.brandId })
    .from(brandReferralLinks)
    .innerJoin(brands, eq(brands.id, brandReferralLinks.brandId))
    .where(and(eq(brandReferralLinks.id, linkId), isShown))
  if (!link) throw new FieldError('org_referral_link_uuid', 'This link does not belong to a brand.')
  const { row } = await db.transaction((tx) => invite(tx, { brandId: link.brandId, userId }))
  return getInvitation(db, { userId, id: row.id })
}

const ANSWERS = {
  accept: {
    from: ['pending', 'ignored'],
    to: { status: 'accepted', acceptedAt: sql`now()` },
    refusal: 'You have already accepted this invitation.',
  },
  ignore: {
    // Ignoring it again changes nothing.
    from: ['pending', 'ignored'],
    to: { status: 'ignored' },
    refusal: 'You have accepted this invitation. Remove the connection instead.',
  },
} as const

/** Stores the user's answer to an invitation. */
export async function answerInvitation(
  db: DbOrTx,
  one: InvitationRef,
  said: keyof typeof ANSWERS,
): Promise<BrandInvitation> {
  const { from, to, refusal } = ANSWERS[said]
  const changed = await db
    .update(unmaskingInvitations)
    .set(to)
    .where(
      isUserInvitation(
        one.userId,
        and(eq(unmaskingInvitations.id, one.id), inArray(unmaskingInvitations.status, [...from])),
      ),
    )
    .returning({ id: unmaskingInvitations.id })
  const invitation = await getInvitation(db, one)
  if (changed.length === 0) throw new FieldError('non_field_errors', refusal)
  return invitation
}

/** Removes a connection. The brand sees the number again from then on. */
export async function removeConnection(db: DbOrTx, { userId, id }: InvitationRef): Promise<void> {
  const removed = await db
    .update(unmaskingInvitations)
    .set({ status: 'removed', removedAt: sql`now()` })
    .where(
      isUserInvitation(
        userId,
        and(eq(unmaskingInvitations.id, id), eq(unmaskingInvitations.status, 'accepted')),
      ),
    )
    .returning({ id: unmaskingInvitations.id })
  if (removed.length === 0) throw new HTTPException(404)
}

/** Returns the number of invitations without an answer. */
export async function pendingInvitations(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ pending: count() })
    .from(unmaskingInvitations)
    .where(isUserInvitation(userId, eq(unmaskingInvitations.status, 'pending')))
  return row?.pending ?? 0
}

/**
 * Returns the URL with which a brand invites creators. Creates it on first use. Null if there is no
 * such brand.
 */
export async function brandReferralUrl(
  db: DbOrTx,
  brandKey: string,
  { appOrigin }: { appOrigin: string },
): Promise<string | null> {
  const [brand] = await db.select({ id: brands.id }).from(brands).where(eq(brands.key, brandKey))
  if (!brand) return null
  await db.insert(brandReferralLinks).values({ brandId: brand.id }).onConflictDoNothing()
  const [link] = await db
    .select({ id: brandReferralLinks.id })
    .from(brandReferralLinks)
    .where(eq(brandReferralLinks.brandId, brand.id))
  return link ? `${appOrigin}/?org_ref=${link.id}` : null
}
