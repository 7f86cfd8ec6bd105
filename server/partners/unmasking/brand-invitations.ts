import { and, desc, eq } from 'drizzle-orm'
import { notifyInvited } from '../../people/activity/invitations.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brands, partnerNumbers, unmaskingInvitations } from '../../platform/db/schema.ts'
import { invite, isOpen, withdraw } from './invitations.ts'
import { findUserByNumber } from './names.ts'

type BrandPartner = { organizationId: string; partnerId: string }

/**
 * Invitation as the brand sees it. It stays `sent` until accepted, so that ignoring it is not
 * visible.
 */
export type SentInvitation = {
  partnerId: string
  state: 'sent' | 'accepted'
  sentAt: Date
  acceptedAt: Date | null
}

/**
 * Invites a partner to share their name with the brand. A second invitation changes nothing.
 * Returns undefined if the brand has no such partner.
 */
export async function inviteAsBrand(
  db: Db,
  { organizationId, partnerId }: BrandPartner,
): Promise<SentInvitation['state'] | undefined> {
  const userId = await findUserByNumber(db, organizationId, partnerId)
  if (userId === undefined) return undefined
  return db.transaction(async (tx) => {
    const { row, isNew } = await invite(tx, { brandId: organizationId, userId })
    if (isNew) {
      const [brand] = await tx
        .select({ name: brands.name })
        .from(brands)
        .where(eq(brands.id, organizationId))
      const isAccepted = row.status === 'accepted'
      await notifyInvited(tx, { userId, id: row.id, brand: brand?.name ?? '', isAccepted })
    }
    return stateOf(row.status)
  })
}

/** Withdraws an invitation. Returns false if there is none that can be withdrawn. */
export async function withdrawInvitation(
  db: DbOrTx,
  { organizationId, partnerId }: BrandPartner,
): Promise<boolean> {
  const userId = await findUserByNumber(db, organizationId, partnerId)
  return userId !== undefined && withdraw(db, { brandId: organizationId, userId })
}

/** Returns the brand's invitations that are not withdrawn, newest first. */
export async function invitationsOfBrand(
  db: DbOrTx,
  organizationId: string,
): Promise<SentInvitation[]> {
  const rows = await db
    .select({
      partnerId: partnerNumbers.number,
      status: unmaskingInvitations.status,
      sentAt: unmaskingInvitations.createdAt,
      acceptedAt: unmaskingInvitations.acceptedAt,
    })
    .from(unmaskingInvitations)
    .innerJoin(
      partnerNumbers,
      and(
        eq(partnerNumbers.brandId, unmaskingInvitations.brandId),
        eq(partnerNumbers.userId, unmaskingInvitations.userId),
      ),
    )
    .where(and(eq(unmaskingInvitations.brandId, organizationId), isOpen))
    .orderBy(desc(unmaskingInvitations.id))
  return rows.map(({ status, ...row }) => ({ ...row, state: stateOf(status) }))
}

const stateOf = (status: string): SentInvitation['state'] =>
  status === 'accepted' ? 'accepted' : 'sent'
