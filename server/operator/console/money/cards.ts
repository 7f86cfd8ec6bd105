import { eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { giftCardVendors, vouchers } from '../../../platform/db/schema.ts'

/** Returns the number of gift cards by shop and value. */
export const readStock = (db: Db) =>
  db
    .select({
      vendor: giftCardVendors.name,
      valueCents: vouchers.valueCents,
      free: sql<number>`count(*) filter (where ${vouchers.redemptionId} is null)::int`,
      used: sql<number>`count(${vouchers.redemptionId})::int`,
      endsOn: sql<
        string | null
      >`min(${vouchers.endsOn}) filter (where ${vouchers.redemptionId} is null)::text`,
    })
    .from(vouchers)
    .innerJoin(giftCardVendors, eq(giftCardVendors.id, vouchers.vendorId))
    .groupBy(giftCardVendors.id, vouchers.valueCents)
    .orderBy(giftCardVendors.name, vouchers.valueCents)

export type Stock = Awaited<ReturnType<typeof readStock>>[number]

/** Returns the shops for which gift cards can be imported. */
export const listVendors = (db: Db) =>
  db
    .select({ key: giftCardVendors.key, name: giftCardVendors.name })
    .from(giftCardVendors)
    .where(isNull(giftCardVendors.archivedAt))
    .orderBy(giftCardVendors.name)
