import { and, asc, count, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Earning, EarningDetail } from '#contract/money/earnings.ts'
import { exponentOf } from '../../platform/currencies.ts'
import { percentageOf } from '../conversions/commission.ts'
import type { ConversionState } from '../../platform/db/schema/conversions-schema.ts'
import { HOLDS } from '../conversions/hold-rules.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { clickById } from '../../redirect/click-log/find-click.ts'
import { brands, conversionChanges, conversions } from '../../platform/db/schema.ts'
import { toBrand } from './balance.ts'
import { changeWords } from './change-words.ts'
import { payoutsOf } from './earning-payouts.ts'
import { lockOwners } from '../ledger/lock.ts'
import { toDollars } from '../../platform/money.ts'

type Row = {
  conversion: typeof conversions.$inferSelect
  brand: typeof brands.$inferSelect | null
}

/** Returns the condition for earnings of this user. All access checks of signed-in calls use it. */
const ownEarnings = (userId: string, ...further: (SQL | undefined)[]) =>
  and(eq(conversions.userId, userId), ...further)

const LISTS = {
  pending: ['pending', 'held', 'approved'],
  available: ['available', 'reversed'],
} as const satisfies Record<string, ConversionState[]>

/** Returns one page of earnings, newest first. `total` includes all pages. */
export async function listEarnings(
  db: DbOrTx,
  userId: string,
  list: keyof typeof LISTS,
  { page, page_size }: { page: number; page_size: number },
) {
  const own = ownEarnings(userId, inArray(conversions.state, [...LISTS[list]]))
  const [sums] = await db
    .select({
      count: count(),
      cents: sql<string>`coalesce(sum(${conversions.postedCents}), 0)::text`,
    })
    .from(conversions)
    .where(own)
  const rows = await selectEarnings(db)
    .where(own)
    .orderBy(desc(conversions.createdAt), desc(conversions.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  return {
    results: rows.map(toEarning),
    count: sums?.count ?? 0,
    total: toDollars(Number(sums?.cents ?? 0)),
  }
}

const selectEarnings = (db: DbOrTx) =>
  db
    .select({ conversion: conversions, brand: brands })
    .from(conversions)
    .leftJoin(brands, eq(brands.id, conversions.brandId))

async function readEarning(db: DbOrTx, userId: string, id: number): Promise<Row> {
  const [row] = await selectEarnings(db).where(ownEarnings(userId, eq(conversions.id, id)))
  if (!row) throw new HTTPException(404)
  return row
}

function toEarning({ conversion, brand }: Row): Earning {
  const { state, holdRule, holdLookAt } = conversion
  return {
    id: conversion.id,
    amount: toDollars(conversion.commissionCents),
    kind: conversion.kind,
    state: state === 'new' ? 'pending' : state,
    organization: brand && toBrand(brand),
    link_uuid: conversion.linkId,
    link_name: conversion.linkName,
    order_date: conversion.orderedAt.toISOString(),
    expected_at: expectedAt(conversion),
    waits_for_brand: brand !== null && conversion.dollars !== null && isUnpaid(conversion),
    held:
      state === 'held' && holdRule
        ? {
            rule: holdRule,
            why: HOLDS[holdRule].why,
            look_again_at: (holdLookAt ?? conversion.createdAt).toISOString(),
            appealed_at: conversion.appealedAt?.toISOString() ?? null,
          }
        : null,
    unpriced: unpricedOf(conversion),
  }
}

/** Returns the amount of an order whose currency has no exchange rate; null for any other. */
const unpricedOf = ({ dollars, currency, originalMinor }: Row['conversion']) =>
  dollars === null ? { amount: originalMinor / 10 ** exponentOf(currency), currency } : null

/** Returns whether an approved earning waits for the brand's payment, or a reward for its sale. */
const isUnpaid = ({ state, guaranteed, fundedAt }: Row['conversion']) =>
  state === 'approved' && !guaranteed && fundedAt === null

/**
 * Returns the earliest time at which an earning becomes available; null if it already is, or if the
 * time is unknown.
 */
function expectedAt(conversion: Row['conversion']) {
  const { state, approvedAt, holdEndsAt, minHoldEndsAt } = conversion
  const isWaiting = state === 'pending' || state === 'approved'
  if (!isWaiting || isUnpaid(conversion) || conversion.dollars === null) return null
  const moments = [minHoldEndsAt, ...(approvedAt ? [] : [holdEndsAt])]
  return new Date(Math.max(...moments.map((moment) => moment.getTime()))).toISOString()
}

/** Returns all details of an earning. */
export async function earningStory(db: Db, userId: string, id: number): Promise<EarningDetail> {
  const row = await readEarning(db, userId, id)
  const { conversion } = row
  const changes = await db
    .select()
    .from(conversionChanges)
    .where(eq(conversionChanges.conversionId, id))
    .orderBy(asc(conversionChanges.id))
  const { currency, originalMinor, dollars, dollarsDay } = conversion
  return {
    ...toEarning(row),
    click: await clickOf(db, conversion),
    attributed_by: conversion.attributedBy,
    base: toDollars(conversion.baseCents),
    base_kind: conversion.baseKind,
    original:
      currency === 'USD'
        ? null
        : {
            amount: originalMinor / 10 ** exponentOf(currency),
            currency,
            rate: Number(dollars ?? 0),
            day: dollarsDay ?? '',
          },
    percentage: percentageOf(conversion.lines),
    hold_ends_at: conversion.approvedAt ? null : conversion.holdEndsAt.toISOString(),
    funded_at: conversion.fundedAt?.toISOString() ?? null,
    changes: changes.map(({ at, what, why, by, cents }) => ({
      at: at.toISOString(),
      what: changeWords(what, conversion.kind),
      why,
      by,
      amount: toDollars(cents),
    })),
    payouts: await payoutsOf(db, userId, id),
  }
}

async function clickOf(
  db: Db,
  { clickId, clickAt }: Row['conversion'],
): Promise<EarningDetail['click']> {
  if (clickId === null || clickAt === null) return null
  const [click] = await db.named('click-by-id')<
    { referrer: string; device: string; country: string }[]
  >`select referrer, device, country from ${clickById(clickId)} as click`
  const { referrer = '', device = '', country = '' } = click ?? {}
  return { at: clickAt.toISOString(), referrer, device, country }
}

/**
 * Saves a user's appeal against a hold, for the operator's list. A second appeal replaces the
 * first. Needs the lock on the user, because an operator's decision writes the whole row.
 */
export const appealHold = (
  db: Db,
  userId: string,
  { id, text }: { id: number; text: string },
): Promise<Earning> =>
  db.transaction(async (tx) => {
    await lockOwners(tx, [userId])
    const isHeld = and(
      eq(conversions.id, id),
      eq(conversions.state, 'held'),
      isNull(conversions.reversedAt),
    )
    const [appealed] = await tx
      .update(conversions)
      .set({ appeal: text, appealedAt: sql`now()` })
      .where(ownEarnings(userId, isHeld))
      .returning({ id: conversions.id })
    if (!appealed) throw new HTTPException(404)
    return toEarning(await readEarning(tx, userId, id))
  })
