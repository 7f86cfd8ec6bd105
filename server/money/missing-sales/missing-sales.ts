import { and, desc, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import {
  MISSING_SALE_DAYS,
  type MissingSale,
  type MissingSaleReport,
} from '#contract/money/missing-sales.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { conversions, missingSales } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'

export type MissingSaleRow = typeof missingSales.$inferSelect
type Report = InferOutput<typeof MissingSaleReport>

const DAY_MS = 24 * 60 * 60 * 1000

export function toMissingSale(row: MissingSaleRow): MissingSale {
  const { id, shop, day, orderNumber, note, state, answer, conversionId } = row
  return {
    id,
    shop,
    day,
    order_number: orderNumber,
    note,
    state,
    answer,
    refused: row.brandId !== null,
    earning_id: conversionId,
    created_at: row.createdAt.toISOString(),
    answered_at: row.answeredAt?.toISOString() ?? null,
  }
}

/**
 * Returns a user's missing sales, latest first: those that they reported, and orders whose reports
 * were refused until the shop sends them again correctly.
 */
export async function listMissingSales(
  db: DbOrTx,
  userId: string,
  { page, page_size }: { page: number; page_size: number },
) {
  const isRecorded = db
    .select({ one: sql`1` })
    .from(conversions)
    .where(
      and(
        eq(conversions.brandId, missingSales.brandId),
        sql`lower(${conversions.orderId}) = lower(${missingSales.orderNumber})`,
      ),
    )
  const own = and(
    eq(missingSales.userId, userId),
    or(isNull(missingSales.brandId), notExists(isRecorded)),
  )
  const rows = await db
    .select()
    .from(missingSales)
    .where(own)
    .orderBy(desc(missingSales.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  return { results: rows.map(toMissingSale), count: await db.$count(missingSales, own) }
}

/**
 * Reports a missing sale to the operator. Each order of a shop can be reported once. The report
 * replaces the refusal of a call of the shop.
 */
export async function reportMissingSale(
  db: DbOrTx,
  userId: string,
  { order_number: orderNumber, ...report }: Report,
  now: Date,
): Promise<MissingSale> {
  const age = now.getTime() - Date.parse(report.day)
  // In some time zones it is already the next day.
  if (age < -DAY_MS) throw new FieldError('day', 'This day is in the future.')
  if (age > (MISSING_SALE_DAYS + 1) * DAY_MS)
    throw new FieldError('day', `A sale can be at most ${MISSING_SALE_DAYS} days old.`)
  await db
    .delete(missingSales)
    .where(
      and(
        eq(missingSales.userId, userId),
        sql`lower(${missingSales.shop}) = lower(${report.shop})`,
        sql`lower(${missingSales.orderNumber}) = lower(${orderNumber})`,
        isNotNull(missingSales.brandId),
      ),
    )
  const [row] = await db
    .insert(missingSales)
    .values({ ...report, userId, orderNumber, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new FieldError('order_number', 'You have already reported this order.')
  return toMissingSale(row)
}
