import { and, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { BrandInvitation, Connection, InvitationStatus } from '#contract/unmasking.ts'
import { isShown, pictureUrl } from '../../links/brands/organizations.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brandReferralLinks, brands, unmaskingInvitations } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { invite, isOpen, type InvitationRow } from './invitations.ts'
import { appearances } from './names.ts'

type Paged = { page: number; page_size: number }
type Own = { userId: string; id: number }

const found = {
  row: unmaskingInvitations,
  brand: {
    id: brands.id,
    name: brands.name,
    logoKey: brands.logoKey,
    basisPoints: brands.commissionBasisPoints,
  },
}

/** What brands have asked this person, the newest first. */
export async function listInvitations(
  db: DbOrTx,
  userId: string,
  { status, ...paged }: Paged & { status?: InvitationStatus | undefined },
) {
  const { rows, total } = await listOwn(db, userId, paged, status)
  return { results: await toInvitations(db, userId, rows), count: total }
}

/** Brands that see who this person is. */
export async function listConnections(db: DbOrTx, userId: string, paged: Paged) {
  const { rows, total } = await listOwn(db, userId, paged, 'accepted')
  return { results: rows.map(toConnection), count: total }
}

async function listOwn(
  db: DbOrTx,
  userId: string,
  { page, page_size }: Paged,
  status: InvitationStatus | undefined,
) {
  const where = own(userId, status && eq(unmaskingInvitations.status, status))
  const rows = await select(db, where)
    .limit(page_size)
    .offset((page - 1) * page_size)
  return { rows, total: await db.$count(unmaskingInvitations, where) }
}

/** The one place that says whose invitations a signed-in call may see. */
const own = (userId: string, more?: SQL) =>
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
  const seen = await appearances(
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

/** A removed one is in no list. */
const statusOf = ({ status }: InvitationRow): InvitationStatus =>
  status === 'removed' ? 'ignored' : status

async function getInvitation(db: DbOrTx, { userId, id }: Own): Promise<BrandInvitation> {
  const rows = await select(db, own(userId, eq(unmaskingInvitations.id, id)))
  const [invitation] = await toInvitations(db, userId, rows)
  if (!invitation) throw new HTTPException(404)
  return invitation
}

/** A brand's own link was followed: its invitation, which is the same one every time. */
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
  if (!link) throw new FieldError('org_referral_link_uuid', 'No brand has this link.')
  const { row } = await db.transaction((tx) => invite(tx, { brandId: link.brandId, userId }))
  return getInvitation(db, { userId, id: row.id })
}

const ANSWERS = {
  accept: {
    from: ['pending', 'ignored'],
    to: { status: 'accepted', acceptedAt: sql`now()` },
    refusal: 'You have accepted this invitation already.',
  },
  ignore: {
    // The same again changes nothing.
    from: ['pending', 'ignored'],
    to: { status: 'ignored' },
    refusal: 'You have accepted this invitation. Remove the connection instead.',
  },
} as const

/** What somebody says to an invitation (A-108, A-109, D-63). */
export async function answerInvitation(
  db: DbOrTx,
  one: Own,
  said: keyof typeof ANSWERS,
): Promise<BrandInvitation> {
  const { from, to, refusal } = ANSWERS[said]
  const changed = await db
    .update(unmaskingInvitations)
    .set(to)
    .where(
      own(
        one.userId,
        and(eq(unmaskingInvitations.id, one.id), inArray(unmaskingInvitations.status, [...from])),
      ),
    )
    .returning({ id: unmaskingInvitations.id })
  const invitation = await getInvitation(db, one)
  if (changed.length === 0) throw new FieldError('non_field_errors', refusal)
  return invitation
}

/** From now on the brand sees a number again (A-112, D-59). */
export async function removeConnection(db: DbOrTx, { userId, id }: Own): Promise<void> {
  const removed = await db
    .update(unmaskingInvitations)
    .set({ status: 'removed', removedAt: sql`now()` })
    .where(
      own(
        userId,
        and(eq(unmaskingInvitations.id, id), eq(unmaskingInvitations.status, 'accepted')),
      ),
    )
    .returning({ id: unmaskingInvitations.id })
  if (removed.length === 0) throw new HTTPException(404)
}

/** How many brands wait for an answer. */
export async function pendingInvitations(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ pending: count() })
    .from(unmaskingInvitations)
    .where(own(userId, eq(unmaskingInvitations.status, 'pending')))
  return row?.pending ?? 0
}

/** The address by which a brand brings people here, made on first need; null: there is no such brand. */
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
