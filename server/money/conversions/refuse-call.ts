import type { Deps } from '../../env.ts'
import {
  countAttemptSql,
  LIMITS,
  secondsOverLimit,
  type AttemptCount,
} from '../../platform/http/throttle.ts'
import { findOwner, type OrderOwner } from './attribution.ts'
import { callerOf, type PostbackCall } from './postback-auth.ts'
import type { StoredCall } from './postback-calls.ts'
import { claimIn } from './postback-input.ts'
import type { BrandRow } from './rates.ts'
import type { Refusal } from './record-order.ts'
import { storeRefusedOrder, textOf, WHOLE_CALL } from './refused-orders.ts'

export type Answer = {
  status: 200 | 202 | 400 | 403 | 404 | 413 | 429
  body: object
  brandId: string | null
  /** Seconds to wait after too many calls. */
  retryAfter?: number
  /** State to store the call with; null if it was already stored with the order. */
  kept: Pick<StoredCall, 'state' | 'input'> | null
}

export const REFUSED = { state: 'refused', input: null } as const

/** Counts the call for its brand, and finds the owner of its order. */
export const countCall = (deps: Deps, brand: BrandRow, { fields }: PostbackCall) =>
  findOwner(deps.db, brand, claimIn(fields), countAttemptSql(deps, limitOf(brand)))

const limitOf = ({ id }: BrandRow) => ({ limit: 'postbacksByBrand', of: id }) as const

type Refused = Pick<Answer, 'retryAfter'> & {
  status: 400 | 413 | 429
  body: Refusal
  /** True to leave no trace of the call, after far too many of them. */
  isUnlogged?: boolean
}

/**
 * Returns the refusal of a call beyond the limit of its brand. Of one window, as many refusals are
 * logged as calls are allowed.
 */
export function refusalOfMany(counted: AttemptCount, brand: BrandRow): Refused | undefined {
  const retryAfter = secondsOverLimit(counted, limitOf(brand))
  if (retryAfter === 0) return undefined
  const isUnlogged = counted.count > 2 * LIMITS.postbacksByBrand.tries
  return { status: 429, body: wholeCall(TOO_MANY), retryAfter, isUnlogged }
}

const TOO_MANY = 'There are too many calls. Send this one again later.'
const TOO_LARGE = 'A call can have at most 64 KB.'
const wholeCall = (message: string): Refusal => ({ errors: { [WHOLE_CALL]: [message] } })

/** Refuses a call, and shows its order to the creator if it is not recorded. */
export async function refuse(
  { db }: Deps,
  { fields, at }: PostbackCall,
  { brand, found }: { brand: BrandRow; found: OrderOwner },
  { isUnlogged, ...answer }: Refused,
): Promise<Answer> {
  if (isUnlogged) return { ...answer, brandId: brand.id, kept: null }
  const why = textOf(answer.body)
  await storeRefusedOrder(db, { brand, found, claim: claimIn(fields), why, at })
  return { ...answer, brandId: brand.id, kept: REFUSED }
}

/**
 * Answers a call with too large a body. The caller must be known without it, by a header. Returns
 * undefined for any other.
 */
export async function refuseTooLarge(
  deps: Deps,
  call: Omit<PostbackCall, 'fields'>,
  readFields: () => PostbackCall['fields'],
): Promise<{ call: PostbackCall; answer: Answer } | undefined> {
  const caller = await callerOf(deps, { ...call, fields: {} })
  if (!caller) return undefined
  const { brand } = caller
  const withFields = { ...call, fields: readFields() }
  const { counted, found } = await countCall(deps, brand, withFields)
  const refused = refusalOfMany(counted, brand) ?? { status: 413, body: wholeCall(TOO_LARGE) }
  return { call: withFields, answer: await refuse(deps, withFields, { brand, found }, refused) }
}
