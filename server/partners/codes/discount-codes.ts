import { and, desc, eq, inArray, count, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { lockUsers } from '../../platform/db/changes.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { brands, conversions, discountCodes, partnerNumbers } from '../../platform/db/schema.ts'
import { isCountedSale, soldCents } from '../../links/brands/counted-sales.ts'
import { codesChanged } from '../../links/brands/link-codes.ts'
import { isActiveCode } from '../../money/conversions/discount-code.ts'
import { notifyCode } from '../../people/activity/discount-codes.ts'

/** Maximum number of codes that are assigned at once. */
export const MAX_CODES_AT_ONCE = 1000
/** Maximum number of codes in the list of a brand, newest first. */
const MAX_LISTED = 1000

/** Code of a brand with its orders that count as sales. */
export type CodeRow = {
  id: number
  code: string
  userId: string
  createdAt: Date
  endedAt: Date | null
  orders: number
  salesCents: number
  commissionCents: number
}

/** Code for a partner, with the number of its line for error messages. */
export type NewCode = { line: number; partner: string; code: string }

/** Returns the codes of a brand with their statistics, newest first. */
export async function listCodes(db: DbOrTx, brandId: string): Promise<CodeRow[]> {
  return db
    .select({
      id: discountCodes.id,
      code: discountCodes.code,
      userId: discountCodes.userId,
      createdAt: discountCodes.createdAt,
      endedAt: discountCodes.endedAt,
      orders: count(conversions.id),
      salesCents: soldCents,
      commissionCents: sql<number>`coalesce(sum(${conversions.postedFeeCents}), 0)::float8`,
    })
    .from(discountCodes)
    .leftJoin(conversions, and(eq(conversions.discountCodeId, discountCodes.id), isCountedSale))
    .where(eq(discountCodes.brandId, brandId))
    .groupBy(discountCodes.id)
    .orderBy(desc(discountCodes.id))
    .limit(MAX_LISTED)
}

/**
 * Assigns codes to partners of a brand and tells them. If one cannot be assigned, none is. Returns
 * the problems by line; an empty list means success. A code that its partner already has is
 * skipped.
 */
export async function assignCodes(
  db: Db,
  brandId: string,
  codes: readonly NewCode[],
): Promise<string[]> {
  const users = await usersOf(db, brandId, codes)
  const unknown = codes
    .filter(({ partner }) => !users.has(partner))
    .map(({ line, partner }) => `Line ${line}: there is no partner ${partner}.`)
  if (unknown.length > 0) return unknown
  const refused = new RefusedCodes()
  await db
    .transaction(async (tx) => {
      await lockUsers(tx, [...new Set(users.values())])
      const changed = new Set<string>()
      for (const { line, partner, code } of codes) {
        const userId = users.get(partner) ?? ''
        const [added] = await tx
          .insert(discountCodes)
          .values({ brandId, userId, code })
          .onConflictDoNothing()
          .returning()
        if (added) {
          await notifyCode(tx, { ...added, brand: await nameOf(tx, brandId), is: 'assigned' })
          changed.add(userId)
        } else if ((await ownerOf(tx, brandId, code)) !== userId)
          refused.problems.push(`Line ${line}: the code ${code} belongs to another partner.`)
      }
      if (refused.problems.length > 0) throw refused
      for (const userId of changed) await codesChanged(tx, userId, brandId)
    })
    .catch((error: unknown) => {
      if (error !== refused) throw error
    })
  return refused.problems
}

/** Error that rolls the codes of a list back. */
class RefusedCodes extends Error {
  readonly problems: string[] = []
}

async function usersOf(db: DbOrTx, brandId: string, codes: readonly NewCode[]) {
  const numbers = [...new Set(codes.map(({ partner }) => partner))]
  const rows = await db
    .select({ number: partnerNumbers.number, userId: partnerNumbers.userId })
    .from(partnerNumbers)
    .where(and(eq(partnerNumbers.brandId, brandId), inArray(partnerNumbers.number, numbers)))
  return new Map(rows.map(({ number, userId }) => [number, userId]))
}

async function ownerOf(db: DbOrTx, brandId: string, code: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: discountCodes.userId })
    .from(discountCodes)
    .where(isActiveCode(brandId, code))
  return row?.userId
}

async function nameOf(db: DbOrTx, brandId: string): Promise<string> {
  const [brand] = await db.select({ name: brands.name }).from(brands).where(eq(brands.id, brandId))
  return brand?.name ?? ''
}

/** Ends a code of a brand, once, and tells its creator. Throws a 404 if the brand has no such code. */
export async function endCode(db: Db, brandId: string, id: number, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const own = and(eq(discountCodes.brandId, brandId), eq(discountCodes.id, id))
    const [row] = await tx.select().from(discountCodes).where(own).for('update')
    if (!row) throw new HTTPException(404)
    if (row.endedAt !== null) return
    await tx.update(discountCodes).set({ endedAt: at }).where(own)
    await notifyCode(tx, { ...row, brand: await nameOf(tx, brandId), is: 'ended' })
    await codesChanged(tx, row.userId, brandId)
  })
}
