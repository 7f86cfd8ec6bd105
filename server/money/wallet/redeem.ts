import { and, eq, isNull } from 'drizzle-orm'
import type * as v from 'valibot'
import type { Redemption, RedeemRequest, RedemptionKind } from '#contract/money/wallet.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { charities, redemptions, users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { availableOf } from '../ledger/balance.ts'
import { lockOwners } from '../ledger/lock.ts'
import { post } from '../ledger/post.ts'
import { toCents } from '../../platform/money.ts'
import { refuseAfterReset } from '../../people/factors/recovery/hold.ts'
import { hasBeenPaid } from './paid-before.ts'
import { refuseValue, type RedeemLimits } from './redeem-rules.ts'
import { accountOf, recordChange, type RedemptionRow } from './redemption-rows.ts'
import { toRedemption } from './redemptions.ts'
import { requiredFormNote, type FormRules } from './tax-form.ts'
import { readWallet, type WalletRow } from './wallet-rows.ts'

type RedeemInput = v.InferOutput<typeof RedeemRequest>

/** Creates a payout request and reserves its amount in the same transaction. */
export async function redeem(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
  input: RedeemInput,
  at: Date,
): Promise<Redemption> {
  await refuseForNow(db, userId, at)
  return db.transaction(async (tx) => {
    await lockOwners(tx, [userId])
    const wallet = await readWallet(tx, userId, at)
    const cents = toCents(input.value)
    refuseValue(cents, await redeemLimitsOf(tx, wallet))
    const payee = input.charity_id === undefined ? paypal(wallet, input) : await charity(tx, input)
    const row = await request(tx, { userId, cents, at, ...payee }, config)
    return toRedemption(row, [{ state: row.state, at, why: row.note }])
  })
}

export const redeemLimitsOf = async (db: DbOrTx, wallet: WalletRow): Promise<RedeemLimits> => ({
  availableCents: await availableOf(db, wallet.userId),
  thresholdCents: wallet.thresholdCents,
})

/** Throws if the account may be in wrong hands: its email is unconfirmed, or it was just recovered. */
export async function refuseForNow(db: DbOrTx, userId: string, at: Date): Promise<void> {
  await refuseUnconfirmed(db, userId)
  await refuseAfterReset(db, userId, { at, next: 'Redeem' })
}

/**
 * Throws if the account's email address is not confirmed, because the account may then belong to
 * another person.
 */
async function refuseUnconfirmed(db: DbOrTx, userId: string): Promise<void> {
  const [user] = await db
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId))
  if (!user?.confirmedAt)
    throw new FieldError(
      'non_field_errors',
      'Confirm your email address first. Settings, Account info sends you the link.',
    )
}

type Payee = { kind: RedemptionKind; target: string; charityId?: number }

function paypal({ paypalEmail, nextEmail }: WalletRow, { paypal_email }: RedeemInput): Payee {
  if (paypalEmail === '' && nextEmail === '')
    throw new FieldError('paypal_email', 'Add a PayPal address in your payout settings first.')
  if (paypalEmail === '')
    throw new FieldError('paypal_email', `Confirm ${nextEmail} first. We sent a link there.`)
  if (paypal_email !== undefined && paypal_email.toLowerCase() !== paypalEmail)
    throw new FieldError('paypal_email', 'This is not the address in your payout settings.')
  return { kind: 'paypal', target: paypalEmail }
}

async function charity(tx: Tx, { charity_id: id = 0, paypal_email }: RedeemInput): Promise<Payee> {
  const [found] = await tx
    .select()
    .from(charities)
    .where(and(eq(charities.id, id), isNull(charities.archivedAt)))
  if (!found || paypal_email !== undefined)
    throw new FieldError('charity_id', 'Choose one of the charities.')
  return { kind: 'charity', target: found.name, charityId: found.id }
}

type NewRequest = Payee & {
  userId: string
  cents: number
  at: Date
  /** True for a gift card that needs no review. */
  isPaid?: boolean
  requestKey?: string
  offerId?: number
}

/** Reserves the amount of a new request. The operator reviews the first one of an account. */
export async function request(
  tx: Tx,
  newRequest: NewRequest,
  rules: FormRules,
): Promise<RedemptionRow> {
  const { userId, cents, at, isPaid = false, ...values } = newRequest
  const isFirst = !(await hasBeenPaid(tx, userId))
  const formNote = await requiredFormNote(tx, newRequest, rules)
  const needsReview = isFirst || formNote !== null || (values.kind === 'voucher' && !isPaid)
  const state = needsReview ? 'in_review' : isPaid ? 'paid' : 'requested'
  const [row] = await tx
    .insert(redemptions)
    .values({
      ...values,
      userId,
      cents,
      state,
      waitsForForm: formNote !== null,
      note: formNote ?? '',
      createdAt: at,
      paidAt: state === 'paid' ? at : null,
    })
    .returning()
  if (!row) throw new Error('redemption: insert returned no row')
  await post(tx, {
    kind: `redemption-${state}`,
    reference: `redemption:${row.id}`,
    at,
    entries: [
      { account: 'available', owner: userId, cents: -cents },
      { account: accountOf(state, row.kind), owner: userId, cents },
    ],
  })
  await recordChange(tx, { redemptionId: row.id, state, why: row.note, at })
  return row
}
