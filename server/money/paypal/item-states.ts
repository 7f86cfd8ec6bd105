import { formatCents } from '../../platform/money.ts'

/** Effect of a state at PayPal on the payout. */
type Effect = 'wait' | 'pay' | 'return'

/** States of PayPal's Payouts API, with `DENIED` for the items of a batch that PayPal refused. */
const EFFECTS: Record<string, Effect> = {
  SUCCESS: 'pay',
  NEW: 'wait',
  PENDING: 'wait',
  ONHOLD: 'wait',
  UNCLAIMED: 'wait',
  RETURNED: 'return',
  BLOCKED: 'return',
  REFUNDED: 'return',
  REVERSED: 'return',
  FAILED: 'return',
  DENIED: 'return',
  CANCELED: 'return',
}

/** Returns the effect of a state; undefined for a state that PayPal has not documented. */
export const effectOf = (state: string): Effect | undefined =>
  Object.hasOwn(EFFECTS, state) ? EFFECTS[state] : undefined

/** Reasons by PayPal's name of the error, as users read them. */
const ERRORS: Record<string, string> = {
  RECEIVER_UNREGISTERED: 'No PayPal account accepted the payment within 30 days.',
  RECEIVER_UNCONFIRMED: 'This address is not confirmed at PayPal.',
  RECEIVER_ACCOUNT_LOCKED: 'The PayPal account of this address is locked.',
  ACCOUNT_RESTRICTED: 'The PayPal account of this address is restricted.',
  RECEIVER_ACCOUNT_LIMITATION: 'The PayPal account of this address is restricted.',
  RECEIVER_COUNTRY_NOT_ALLOWED: 'PayPal does not pay to the country of this address.',
  RECEIVER_REFUSED: 'The payment was refused at PayPal.',
}

const REASONS: Record<string, string> = {
  RETURNED: 'The payment was not accepted within 30 days, so PayPal sent it back.',
  BLOCKED: 'PayPal blocked the payment.',
  REFUNDED: 'The payment was refunded at PayPal.',
  REVERSED: 'PayPal reversed the payment.',
  FAILED: 'PayPal could not pay to this address.',
  DENIED: 'PayPal declined the payment.',
  CANCELED: 'PayPal canceled the payment.',
}

/** Returns the reason for a returned payout, as its user reads it. */
export const reasonOf = ({ state, error }: { state: string; error: string }): string =>
  (Object.hasOwn(ERRORS, error) ? ERRORS[error] : undefined) ??
  REASONS[state] ??
  'PayPal sent the payment back.'

/** Returns the note of a payout that waits at PayPal; empty if its user has nothing to do. */
export function waitingNote(state: string, { target, cents }: { target: string; cents: number }) {
  if (state === 'UNCLAIMED')
    return `PayPal holds ${formatCents(cents)} for ${target}. Accept it there within 30 days, or it comes back to your wallet.`
  return state === 'ONHOLD' ? 'PayPal is checking this payment. You don’t have to do anything.' : ''
}
