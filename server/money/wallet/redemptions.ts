import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Redemption, RedemptionDetail } from '#contract/money/wallet.ts'
import { refuseAfterReset } from '../../people/factors/recovery/hold.ts'
import { requirePassword, type SessionUser } from '../../people/accounts/own-password.ts'
import { decryptToken } from '../../platform/secrets/token-cipher.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import {
  payoutBatches,
  redemptionChanges,
  redemptions,
  vouchers,
} from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { earnedRecently } from '../networks/list-networks.ts'
import { balanceOf } from './balance.ts'
import { formatCents, toDollars } from '../../platform/money.ts'
import { numberOf, type RedemptionRow } from './redemption-rows.ts'

type Step = { state: RedemptionRow['state']; at: Date; why: string }

export function toRedemption(row: RedemptionRow, history: Step[]): Redemption {
  return {
    id: row.id,
    number: numberOf(row),
    kind: row.kind,
    amount: toDollars(row.cents),
    state: row.state,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    target: row.target,
    note: row.note,
    reference: row.reference,
    fee: toDollars(row.feeCents),
    history: history.map(({ state, at, why }) => ({ state, at: at.toISOString(), why })),
  }
}

/** Returns one page of a user's redemptions, newest first, with the balance. */
export async function listRedemptions(
  db: DbOrTx,
  userId: string,
  { page, page_size }: { page: number; page_size: number },
) {
  const own = eq(redemptions.userId, userId)
  const [sums] = await db.select({ count: count() }).from(redemptions).where(own)
  const rows = await db
    .select()
    .from(redemptions)
    .where(own)
    .orderBy(desc(redemptions.createdAt), desc(redemptions.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  const steps = await stepsOf(
    db,
    rows.map(({ id }) => id),
  )
  return {
    results: rows.map((row) => toRedemption(row, steps.get(row.id) ?? [])),
    count: sums?.count ?? 0,
    balance: {
      ...(await balanceOf(db, userId)),
      earned_elsewhere: await earnedRecently(db, userId, new Date()),
    },
  }
}

async function stepsOf(db: DbOrTx, ids: number[]): Promise<Map<number, Step[]>> {
  const steps = new Map<number, Step[]>()
  if (ids.length === 0) return steps
  const rows = await db
    .select({ change: redemptionChanges, sentAt: payoutBatches.sentAt })
    .from(redemptionChanges)
    .innerJoin(redemptions, eq(redemptions.id, redemptionChanges.redemptionId))
    .leftJoin(payoutBatches, eq(payoutBatches.id, redemptions.batchId))
    .where(inArray(redemptionChanges.redemptionId, ids))
    .orderBy(asc(redemptionChanges.id))
  for (const { change, sentAt } of rows) {
    const sent = change.state === 'processing' && sentAt ? [sentStep(sentAt)] : []
    const known = steps.get(change.redemptionId) ?? []
    steps.set(change.redemptionId, [...known, change, ...sent])
  }
  return steps
}

/** Returns the step for sending a payout's batch through PayPal, which changes no state. */
const sentStep = (at: Date): Step => ({ state: 'processing', at, why: 'Sent through PayPal.' })

/**
 * Returns a redemption of the user without its gift card code. The code is as good as money, so
 * reading it needs the password, see `showCode`.
 */
export const readRedemption = async (
  deps: Pick<Deps, 'db' | 'secrets'>,
  userId: string,
  id: number,
): Promise<RedemptionDetail> => ({ ...(await withCode(deps, userId, id)), code: null, pin: null })

const NO_PASSWORD = 'Enter your password to see the code.'

/**
 * Returns a redemption with its gift card code, after checking the password. Refused for some days
 * after a reset of the second factor, because the code is as good as money.
 */
export async function showCode(
  deps: Deps,
  user: SessionUser,
  { id, password }: { id: number; password: string | undefined },
): Promise<RedemptionDetail> {
  await requirePassword(deps, user, password, { missing: NO_PASSWORD })
  await refuseAfterReset(deps.db, user.id, { at: new Date(), next: 'See the code' })
  return withCode(deps, user.id, id)
}

/**
 * Returns a redemption, with its gift card code if it is paid. The caller must have checked the
 * password.
 */
export async function withCode(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  userId: string,
  id: number,
): Promise<RedemptionDetail> {
  const [found] = await db
    .select({ row: redemptions, voucher: vouchers })
    .from(redemptions)
    .leftJoin(vouchers, eq(vouchers.redemptionId, redemptions.id))
    .where(and(eq(redemptions.userId, userId), eq(redemptions.id, id)))
  if (!found) throw new HTTPException(404)
  const { row, voucher } = found
  const steps = await stepsOf(db, [id])
  const open = (sealed: string | null | undefined) =>
    sealed && voucher && row.state === 'paid'
      ? decryptToken(secrets.tokens, sealed, voucherSeal(voucher))
      : null
  return {
    ...toRedemption(row, steps.get(id) ?? []),
    code: open(voucher?.sealedCode),
    pin: open(voucher?.sealedPin),
    terms: voucher ? termsOf(voucher) : '',
  }
}

/** Returns the encryption context. A code copied into another row cannot be decrypted. */
export const voucherSeal = ({ vendorId, codeHash }: { vendorId: number; codeHash: string }) =>
  `voucher ${vendorId} ${codeHash}`

function termsOf({ valueCents, currency, country, endsOn }: typeof vouchers.$inferSelect): string {
  const where = country === '' ? '' : `, good in ${country}`
  const until = endsOn === null ? '' : `, until ${endsOn}`
  return `${formatCents(valueCents)} ${currency}${where}${until}.`
}
