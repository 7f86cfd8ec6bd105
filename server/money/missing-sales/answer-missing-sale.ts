import { and, asc, desc, eq } from 'drizzle-orm'
import { notifyMissingSale } from '../../people/activity/earnings.ts'
import { assignFunds } from '../conversions/postback.ts'
import { canonicalId } from '../conversions/postback-input.ts'
import type { BrandRow } from '../conversions/rates.ts'
import { findOrder } from '../conversions/record-order.ts'
import type { Conversion } from '../conversions/states.ts'
import { takeOrder } from '../conversions/take-order.ts'
import type { Db } from '../../platform/db/client.ts'
import { brands, links, missingSales, users } from '../../platform/db/schema.ts'
import { findLink } from '../../links/link-names.ts'
import type { LinkRow } from '../../links/link-rows.ts'
import type { MissingSaleRow } from './missing-sales.ts'

export type AnswerResult = { conversion: Conversion } | { problem: string }

/**
 * Returns the sales that wait for the operator, oldest first, with the email address of the
 * creator.
 */
export const openMissingSales = (db: Db, most: number) =>
  db
    .select({ sale: missingSales, email: users.email })
    .from(missingSales)
    .leftJoin(users, eq(users.id, missingSales.userId))
    .where(eq(missingSales.state, 'open'))
    .orderBy(asc(missingSales.id))
    .limit(most)

type FoundOrder = { code: string; cents: number; at: Date }

/**
 * Accepts a missing sale that the operator has found. It becomes a normal conversion whose first
 * change mentions the creator's report. If the order was reported by the shop meanwhile, that one
 * is used. A repeated call changes nothing.
 */
export async function acceptMissingSale(
  db: Db,
  id: number,
  { code, cents, at }: FoundOrder,
): Promise<AnswerResult> {
  const sale = await readOpen(db, id)
  if (!sale) return { problem: 'is not an open report of a missing sale' }
  const link = await findLink(db, code)
  if (!link || link.userId !== sale.userId)
    return { problem: `cannot be assigned to ${code}: the link belongs to someone else` }
  const [brand] = link.brandId
    ? await db.select().from(brands).where(eq(brands.id, link.brandId))
    : []
  if (!brand) return { problem: 'cannot be assigned to this link: its target is not a brand' }
  return bookSale(db, sale, { brand, link, cents, at, by: 'operator' })
}

/**
 * Accepts a missing sale that the brand has found. Brands do not know links, so the creator's
 * latest link to this brand gets it. The caller has checked that the brand may answer.
 */
export async function acceptAsBrand(
  db: Db,
  { brand, id, cents, at }: { brand: BrandRow; id: number; cents: number; at: Date },
): Promise<AnswerResult> {
  const sale = await readOpen(db, id)
  if (!sale) return { problem: 'This report has already been answered.' }
  const [link] = await db
    .select()
    .from(links)
    .where(and(eq(links.userId, sale.userId), eq(links.brandId, brand.id)))
    .orderBy(desc(links.createdAt), desc(links.id))
    .limit(1)
  if (!link)
    return { problem: 'This partner has no link to your shop, so the sale cannot be booked.' }
  return bookSale(db, sale, { brand, link, cents, at, by: brand.name })
}

type Booking = { brand: BrandRow; link: LinkRow; cents: number; at: Date; by: string }

async function bookSale(db: Db, sale: MissingSaleRow, booking: Booking): Promise<AnswerResult> {
  const result = await orderOf(db, sale, booking)
  if ('problem' in result) return result
  // Overwrites any answer given meanwhile, because the order exists now.
  await db
    .update(missingSales)
    .set({
      state: 'accepted',
      answer: '',
      conversionId: result.conversion.id,
      answeredAt: booking.at,
    })
    .where(eq(missingSales.id, sale.id))
  return result
}

async function orderOf(
  db: Db,
  sale: MissingSaleRow,
  { brand, link, cents, at, by }: Booking,
): Promise<AnswerResult> {
  const { userId } = sale
  const orderId = canonicalId(sale.orderNumber)
  const known = await findOrder(db, brand.id, orderId)
  if (known)
    return known.userId === userId
      ? { conversion: known }
      : { problem: `is already conversion ${known.id} of another account` }
  const noon = new Date(`${sale.day}T12:00:00Z`)
  const result = await takeOrder(db, {
    brand,
    input: {
      orderId,
      clickId: null,
      code: '',
      minor: cents,
      currency: 'USD',
      status: 'pending',
      reason: `You told us that it was missing, ${dayOf(sale.createdAt)}.`,
      orderedAt: (noon > at ? at : noon).toISOString(),
      customer: '',
      isNewCustomer: false,
      items: [],
    },
    by,
    signedAt: null,
    at,
    attributed: { by: 'operator', userId, linkId: link.id, linkName: link.name, click: null },
  })
  if (result === 'unknown') return { problem: 'has no owner' }
  if ('errors' in result) return { problem: Object.values(result.errors).flat().join(' ') }
  await assignFunds({ db }, result.conversion, at)
  return result
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Declines a missing sale that the operator or brand has not found, with a reason. */
export async function declineMissingSale(
  db: Db,
  id: number,
  { why, at }: { why: string; at: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [sale] = await tx
      .update(missingSales)
      .set({ state: 'declined', answer: why, answeredAt: at })
      .where(and(eq(missingSales.id, id), eq(missingSales.state, 'open')))
      .returning()
    if (!sale) return false
    const { userId, shop, orderNumber } = sale
    const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
    if (person) await notifyMissingSale(tx, { userId, id, shop, orderNumber, why })
    return true
  })
}

async function readOpen(db: Db, id: number): Promise<MissingSaleRow | undefined> {
  const [sale] = await db
    .select()
    .from(missingSales)
    .where(and(eq(missingSales.id, id), eq(missingSales.state, 'open')))
  return sale
}
