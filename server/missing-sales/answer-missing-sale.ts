import { and, asc, eq } from 'drizzle-orm'
import { notifyMissingSale } from '../activity/earnings.ts'
import { release } from '../conversions/postback.ts'
import { findOrder } from '../conversions/record-order.ts'
import type { Conversion } from '../conversions/states.ts'
import { takeOrder } from '../conversions/take-order.ts'
import type { Db } from '../db/client.ts'
import { brands, missingSales, users } from '../db/schema.ts'
import { linkByCode } from '../links/coded-links.ts'
import type { LinkRow } from '../links/link-rows.ts'
import type { MissingSaleRow } from './missing-sales.ts'

export type Answered = { conversion: Conversion } | { problem: string }

/** What waits for the operator, the oldest first, with whoever misses it. */
export const openMissingSales = (db: Db, most: number) =>
  db
    .select({ sale: missingSales, email: users.email })
    .from(missingSales)
    .leftJoin(users, eq(users.id, missingSales.userId))
    .where(eq(missingSales.state, 'open'))
    .orderBy(asc(missingSales.id))
    .limit(most)

type Found = { code: string; cents: number; at: Date }

/**
 * The operator has found the order: it becomes a conversion like any other, whose first change says that
 * its creator told of it. One that has come in meanwhile is theirs already. Done twice, nothing happens.
 */
export async function acceptMissingSale(db: Db, id: number, found: Found): Promise<Answered> {
  const sale = await readOpen(db, id)
  if (!sale) return { problem: 'is no sale that waits for an answer' }
  const link = await linkByCode(db, found.code)
  if (!link || link.userId !== sale.userId)
    return { problem: `cannot be given to ${found.code}: that is no link of theirs` }
  const taken = await orderOf(db, sale, link, found)
  if ('problem' in taken) return taken
  const { conversion } = taken
  await db
    .update(missingSales)
    .set({ state: 'accepted', conversionId: conversion.id, answeredAt: found.at })
    .where(and(eq(missingSales.id, id), eq(missingSales.state, 'open')))
  return taken
}

async function orderOf(
  db: Db,
  sale: MissingSaleRow,
  link: LinkRow,
  { cents, at }: Found,
): Promise<Answered> {
  const [brand] = link.brandId
    ? await db.select().from(brands).where(eq(brands.id, link.brandId))
    : []
  if (!brand) return { problem: 'cannot be given to this link: it leads to no brand' }
  const { orderNumber: orderId, userId } = sale
  const known = await findOrder(db, brand.id, orderId)
  if (known)
    return known.userId === userId
      ? { conversion: known }
      : { problem: `is conversion ${known.id} already, which is somebody else’s` }
  const noon = new Date(`${sale.day}T12:00:00Z`)
  const taken = await takeOrder(db, {
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
    by: 'operator',
    signedAt: null,
    at,
    attributed: { by: 'operator', userId, linkId: link.id, linkName: link.name, click: null },
  })
  if (taken === 'unknown') return { problem: 'is nobody’s' }
  if ('errors' in taken) return { problem: Object.values(taken.errors).flat().join(' ') }
  await release({ db }, taken.conversion, at)
  return taken
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** The operator has not found it, and says why. */
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
