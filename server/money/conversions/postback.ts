import type { Deps } from '../../env.ts'
import { refuseFor, counting, secondsBeyond, take } from '../../platform/http/throttle.ts'
import { findOwner, isYoung, type Found } from './attribution.ts'
import type { Facts } from './doubts.ts'
import { keepCall, type KeptCall } from './postback-calls.ts'
import { callerOf, type Call, type Caller } from './postback-auth.ts'
import { openAtOnce } from './postback-door.ts'
import { readInput, type PostbackInput } from './postback-input.ts'
import { freeFunds, fundOrders } from './funding.ts'
import type { Conversion } from './states.ts'
import { takeOrder } from './take-order.ts'

export type Answer = {
  status: 200 | 202 | 400 | 403 | 404
  body: object
  brandId: string | null
  /** State to store the call with; null if it was already stored with the order. */
  kept: Pick<KeptCall, 'state' | 'input'> | null
}

const REFUSED = { state: 'refused', input: null } as const

/** Handles a postback call. All changes are committed when it returns. */
export async function answerPostback(deps: Deps, call: Call): Promise<Answer> {
  const read = readInput(call.fields)
  const atOnce = 'errors' in read ? undefined : await openAtOnce(deps, call, read.input)
  const caller = atOnce?.caller ?? (await callerOf(deps, call))
  if (!caller) return { status: 403, body: {}, brandId: null, kept: REFUSED }
  const brandId = caller.brand.id
  const tries = { limit: 'postbacksByBrand', of: brandId } as const
  if ('errors' in read) {
    await take(deps, tries)
    return { status: 400, body: read, brandId, kept: REFUSED }
  }
  const { input } = read
  const { counted, ...known } =
    atOnce ?? (await findOwner(deps.db, caller.brand, input, counting(deps, tries)))
  refuseFor(secondsBeyond(counted, tries))
  return { ...(await apply(deps, caller, { facts: null, ...known, input }, call)), brandId }
}

type Known = { input: PostbackInput; found: Found; facts: Facts | null }

async function apply(
  deps: Deps,
  { brand, signedAt }: Caller,
  { input, ...known }: Known,
  call: Call,
): Promise<Omit<Answer, 'brandId'>> {
  const { at } = call
  const kept = (conversion: Answered) =>
    toKeep(call, { ...TAKEN, body: answerOf({ conversion }), brandId: brand.id })
  const order = { brand, input, by: brand.name, signedAt, at, kept }
  let taken = await takeOrder(deps.db, order, known)
  const isFresh = input.clickId !== null && isYoung(input.clickId, at)
  if (taken === 'unknown' && isFresh) {
    // Most often the click waits to be counted in this process.
    await deps.clicks.settle()
    taken = await takeOrder(deps.db, order)
  }
  const again = { ...input, signedAt: signedAt?.toISOString() ?? null }
  if (taken === 'unknown' && isFresh)
    return { status: 202, body: { status: 'parked' }, kept: { state: 'parked', input: again } }
  if (taken === 'unknown') return { ...UNKNOWN, kept: { state: 'unknown', input: again } }
  if ('errors' in taken) return { status: 400, body: taken, kept: REFUSED }
  await release(deps, taken.conversion, at)
  return { status: 200, body: answerOf(taken), kept: null }
}

const TAKEN = { status: 200, kept: { state: 'taken', input: null } } as const

export const UNKNOWN = {
  status: 404,
  body: { errors: { click_id: ['No click of yours has this id.'] } },
} as const

/** Assigns money that the brand has already paid to an approved order. */
export async function release({ db }: Pick<Deps, 'db'>, of: Conversion, at: Date): Promise<void> {
  if (of.brandId === null || of.state !== 'approved' || of.guaranteed || of.fundedAt) return
  if ((await freeFunds(db, of.brandId)) >= of.feeCents) await fundOrders(db, of.brandId, at)
}

type Answered = Pick<Conversion, 'reversedAt' | 'approvedAt' | 'holdRule' | 'postedCents'>

/**
 * Returns the response in the brand's terms: its decision, and whether we hold the order for
 * review.
 */
export function answerOf({ conversion }: { conversion: Answered }) {
  const { reversedAt, approvedAt, holdRule, postedCents } = conversion
  return {
    status: reversedAt ? 'reversed' : approvedAt ? 'approved' : 'pending',
    commission: postedCents / 100,
    ...(holdRule && !reversedAt && { held: true }),
  }
}

/** Stores the call with its answer for the operator, unless it was stored with its order. */
export async function remember(deps: Deps, call: Call, { kept, ...answer }: Answer): Promise<void> {
  if (kept) await keepCall(deps.db, toKeep(call, { kept, ...answer }))
}

type ToKeep = Omit<Answer, 'kept'> & { kept: NonNullable<Answer['kept']> }

function toKeep({ method, raw, fields }: Call, { status, body, brandId, kept }: ToKeep): KeptCall {
  const key = typeof fields['key'] === 'string' ? fields['key'] : ''
  return { brandId, method, raw, key, status, answer: body, ...kept }
}
