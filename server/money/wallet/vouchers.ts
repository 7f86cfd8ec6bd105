import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { RedemptionDetail, Vendor, Voucher } from '#contract/money/wallet.ts'
import { requirePassword, type SessionUser } from '../../people/accounts/own-password.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { giftCardVendors, redemptions, vouchers } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { lockOwners } from '../ledger/lock.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'
import { toDollars } from '../../platform/money.ts'
import { redeemLimitsOf, refuseForNow, request } from './redeem.ts'
import { refuseUncovered } from './redeem-rules.ts'
import { withCode } from './redemptions.ts'
import type { FormRules } from './tax-form.ts'
import { readWallet } from './wallet-rows.ts'

/** Minimum days until expiry for a gift card to be handed out. */
export const MIN_DAYS_TO_EXPIRY = 30
/** Gift cards above this value need approval by the operator. */
const AUTO_APPROVE_MAX_CENTS = 100_00

const notExpiringSoon = or(
  isNull(vouchers.endsOn),
  gt(vouchers.endsOn, sql`current_date + ${MIN_DAYS_TO_EXPIRY}::int`),
)
const inStock = and(isNull(vouchers.redemptionId), notExpiringSoon)

export async function listVendors(db: DbOrTx): Promise<Vendor[]> {
  const rows = await db
    .select({
      vendor: giftCardVendors,
      inStock: sql<boolean>`exists (select 1 from ${vouchers}
        where ${eq(vouchers.vendorId, giftCardVendors.id)} and ${inStock})`,
    })
    .from(giftCardVendors)
    .where(isNull(giftCardVendors.archivedAt))
    .orderBy(giftCardVendors.name)
  return rows.map(({ vendor: { id, name, logoKey }, inStock: hasStock }) => ({
    id,
    name,
    logo_url: logoKey === null ? null : pictureUrl(logoKey, null),
    in_stock: hasStock,
  }))
}

/** Id of an offer: the lowest id of its gift cards, sold or not, so that it stays the same. */
const representativeId = sql<number>`min(${vouchers.id})`

export async function listVouchers(db: DbOrTx, vendorId?: number): Promise<Voucher[]> {
  const rows = await db
    .select({
      id: representativeId,
      vendor_id: vouchers.vendorId,
      cents: vouchers.valueCents,
      currency: vouchers.currency,
      country: vouchers.country,
      ends_on: sql<string | null>`(min(${vouchers.endsOn}) filter (where ${inStock}))::text`,
      in_stock: sql<boolean>`bool_or(${inStock})`,
    })
    .from(vouchers)
    .innerJoin(giftCardVendors, eq(giftCardVendors.id, vouchers.vendorId))
    .where(
      and(
        isNull(giftCardVendors.archivedAt),
        vendorId === undefined ? undefined : eq(vouchers.vendorId, vendorId),
      ),
    )
    .groupBy(vouchers.vendorId, vouchers.valueCents, vouchers.currency, vouchers.country)
    .orderBy(vouchers.vendorId, vouchers.valueCents, representativeId)
  return rows.map(({ cents, ...row }) => ({ ...row, value: toDollars(cents) }))
}

const SOLD_OUT = 'This gift card is sold out.'

const NO_PASSWORD = 'Enter your password to get a gift card.'

type VoucherRequest = { offerId: number; requestKey: string | undefined; at: Date }

/**
 * Redeems one gift card. Needs the password, because the code is as good as money and a hijacked
 * session must not be enough. Handles idempotency keys itself, because a stored response would
 * contain the code unencrypted.
 */
export async function redeemVoucher(
  deps: Deps,
  user: SessionUser,
  { password, ...voucherRequest }: VoucherRequest & { password: string | undefined },
): Promise<RedemptionDetail> {
  await requirePassword(deps, user, password, { missing: NO_PASSWORD })
  const userId = user.id
  const id = await deps.db.transaction(async (tx) => {
    await lockOwners(tx, [userId])
    return (
      (await findEarlierRequest(tx, userId, voucherRequest)) ??
      (await requestVoucher(tx, userId, voucherRequest, deps.config))
    )
  })
  return withCode(deps, userId, id)
}

async function findEarlierRequest(tx: Tx, userId: string, { requestKey, offerId }: VoucherRequest) {
  if (requestKey === undefined) return undefined
  const [row] = await tx
    .select({ id: redemptions.id, offerId: redemptions.offerId })
    .from(redemptions)
    .where(and(eq(redemptions.userId, userId), eq(redemptions.requestKey, requestKey)))
  if (row && row.offerId !== offerId) throw new HTTPException(409)
  return row?.id
}

async function requestVoucher(
  tx: Tx,
  userId: string,
  { offerId, requestKey, at }: VoucherRequest,
  rules: FormRules,
) {
  await refuseForNow(tx, userId, at)
  const [offer] = await tx
    .select({ voucher: vouchers, vendor: giftCardVendors })
    .from(vouchers)
    .innerJoin(giftCardVendors, eq(giftCardVendors.id, vouchers.vendorId))
    .where(and(eq(vouchers.id, offerId), isNull(giftCardVendors.archivedAt)))
  if (!offer) throw new FieldError('voucher_id', SOLD_OUT)
  const { valueCents: cents } = offer.voucher
  refuseUncovered(cents, await redeemLimitsOf(tx, await readWallet(tx, userId, at)))
  const one = await lockVoucher(tx, offer.voucher)
  if (!one) throw new FieldError('voucher_id', SOLD_OUT)
  const row = await request(
    tx,
    {
      userId,
      cents,
      at,
      kind: 'voucher',
      target: offer.vendor.name,
      isPaid: cents <= AUTO_APPROVE_MAX_CENTS,
      offerId,
      ...(requestKey !== undefined && { requestKey }),
    },
    rules,
  )
  await tx.update(vouchers).set({ redemptionId: row.id }).where(eq(vouchers.id, one.id))
  return row.id
}

/** Returns the first gift card of a kind to expire, locked until the commit. */
async function lockVoucher(tx: Tx, kind: typeof vouchers.$inferSelect) {
  const [one] = await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(sameKind(kind), inStock))
    .orderBy(sql`${vouchers.endsOn} asc nulls last`, asc(vouchers.id))
    .limit(1)
    .for('update', { skipLocked: true })
  return one
}

/**
 * Replaces a gift card that expires too soon after waiting for the operator's review. Returns false
 * if there is no other in stock. Needs the lock on the user.
 */
export async function renewVoucher(tx: Tx, redemptionId: number): Promise<boolean> {
  const own = eq(vouchers.redemptionId, redemptionId)
  const [reserved] = await tx.select().from(vouchers).where(own)
  if (!reserved) return false
  const [good] = await tx
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(and(own, notExpiringSoon))
  if (good) return true
  const other = await lockVoucher(tx, reserved)
  if (!other) return false
  await tx.update(vouchers).set({ redemptionId: null }).where(eq(vouchers.id, reserved.id))
  await tx.update(vouchers).set({ redemptionId }).where(eq(vouchers.id, other.id))
  return true
}

const sameKind = ({ vendorId, valueCents, currency, country }: typeof vouchers.$inferSelect) =>
  and(
    eq(vouchers.vendorId, vendorId),
    eq(vouchers.valueCents, valueCents),
    eq(vouchers.currency, currency),
    eq(vouchers.country, country),
  )
