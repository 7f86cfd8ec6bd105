import type { DbOrTx } from '../../platform/db/client.ts'
import { nameAt, partnersOf, findUserByNumber, type Partner } from '../unmasking/names.ts'

/** Placeholder for a user whose account was deleted. */
const FORMER_PARTNER: Partner = {
  id: 'A former partner',
  name: null,
  page: null,
  unmaskedSince: null,
}

/**
 * Returns how to show these users to the brand. For times before the invitation was accepted, that
 * is the number.
 */
export async function namesOf(db: DbOrTx, brandId: string, userIds: readonly string[]) {
  const known = await partnersOf(db, brandId, userIds)
  const of = (userId: string) => known.get(userId) ?? FORMER_PARTNER
  return {
    of,
    at: (userId: string, at: Date) => nameAt(of(userId), at),
    isGone: (userId: string) => !known.has(userId),
  }
}
export type PartnerNames = Awaited<ReturnType<typeof namesOf>>

/** Finds the partner with a number of this brand, or undefined. */
export async function findPartner(db: DbOrTx, brandId: string, number: string) {
  if (!/^P-[0-9A-Z]{4,16}$/.test(number)) return undefined
  const userId = await findUserByNumber(db, brandId, number)
  const partner = userId && (await partnersOf(db, brandId, [userId])).get(userId)
  return userId && partner ? { userId, partner } : undefined
}
