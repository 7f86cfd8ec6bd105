import type { Deps } from '../../env.ts'
import { findOwner, isRecentClickId, type OrderOwner } from './attribution.ts'
import type { Facts } from './hold-rules.ts'
import { storeCall, type StoredCall } from './postback-calls.ts'
import { callerOf, keyIn, type PostbackCall, type Caller } from './postback-auth.ts'
import { readInOneQuery } from './postback-query.ts'
import { readInput, unknownFieldsIn, type PostbackInput } from './postback-input.ts'
import { freeFunds, fundOrders } from './funding.ts'
import { countCall, refusalOfMany, refuse, REFUSED, type Answer } from './refuse-call.ts'
import type { Conversion } from './states.ts'
import { takeOrder } from './take-order.ts'

/** Handles a postback call. All changes are committed when it returns. */
export async function answerPostback(deps: Deps, call: PostbackCall): Promise<Answer> {
  const read = readInput(call.fields)
  const context = 'errors' in read ? undefined : await readInOneQuery(deps, call, read.input)
  const caller = context?.caller ?? (await callerOf(deps, call))
  if (!caller) return { status: 403, body: {}, brandId: null, kept: REFUSED }
  const { brand } = caller
  const { counted, ...known } = context ?? (await countCall(deps, brand, call))
  const tooMany = refusalOfMany(counted, brand)
  if (tooMany) return refuse(deps, call, { brand, found: known.found }, tooMany)
  if ('errors' in read)
    return refuse(deps, call, { brand, found: known.found }, { status: 400, body: read })
  return {
    ...(await reportOrder(deps, caller, { facts: null, ...known, input: read.input }, call)),
    brandId: brand.id,
  }
}

type ReportedOrder = {
  input: PostbackInput
  found: OrderOwner
  facts: Facts | null
  /** Fingerprint of the report, if its content does not identify it. */
  fingerprint?: string
}

/**
 * Records or changes an order that a brand reports, directly or through its shop system. Returns the
 * answer; the caller stores it with `storeAnswer`.
 */
export async function reportOrder(
  deps: Deps,
  { brand, signedAt }: Caller,
  { input, fingerprint, ...known }: ReportedOrder,
  call: PostbackCall,
): Promise<Omit<Answer, 'brandId'>> {
  const { at } = call
  const kept = (conversion: AnsweredConversion) =>
    toStoredCall(call, { ...TAKEN, body: answerOf({ conversion }), brandId: brand.id })
  const report = { input, ...(fingerprint !== undefined && { fingerprint }) }
  const order = { brand, ...report, by: brand.name, signedAt, at, kept }
  let result = await takeOrder(deps.db, order, known)
  const isFresh = input.clickId !== null && isRecentClickId(input.clickId, at)
  if (result === 'unknown' && isFresh) {
    // Most often the click waits to be counted in this process.
    await deps.clicks.settle()
    result = await takeOrder(deps.db, order)
  }
  const retryInput = {
    ...input,
    signedAt: signedAt?.toISOString() ?? null,
    ...(fingerprint !== undefined && { fingerprint }),
  }
  if (result === 'unknown' && isFresh)
    return { status: 202, body: { status: 'parked' }, kept: { state: 'parked', input: retryInput } }
  if (result === 'unknown') return { ...UNKNOWN, kept: { state: 'unknown', input: retryInput } }
  if ('errors' in result) {
    const { found } = await findOwner(deps.db, brand, input)
    return refuse(deps, call, { brand, found }, { status: 400, body: result })
  }
  await assignFunds(deps, result.conversion, at)
  return { status: 200, body: answerOf(result), kept: null }
}

const TAKEN = { status: 200, kept: { state: 'taken', input: null } } as const

export const UNKNOWN = {
  status: 404,
  body: { errors: { click_id: ['No click on a link to your shop has this id.'] } },
} as const

/** Assigns money that the brand has already paid to an approved order. */
export async function assignFunds(
  { db }: Pick<Deps, 'db'>,
  of: Conversion,
  at: Date,
): Promise<void> {
  if (of.brandId === null || of.state !== 'approved' || of.guaranteed || of.fundedAt) return
  if ((await freeFunds(db, of.brandId)) >= of.feeCents) await fundOrders(db, of.brandId, at)
}

type AnsweredConversion = Pick<Conversion, 'reversedAt' | 'approvedAt' | 'holdRule' | 'postedCents'>

/**
 * Returns the response in the brand's terms: its decision, and whether we hold the order for
 * review.
 */
export function answerOf({ conversion }: { conversion: AnsweredConversion }) {
  const { reversedAt, approvedAt, holdRule, postedCents } = conversion
  return {
    status: reversedAt ? 'reversed' : approvedAt ? 'approved' : 'pending',
    commission: postedCents / 100,
    ...(holdRule && !reversedAt && { held: true }),
  }
}

/** Stores the call with its answer for the operator, unless it was stored with its order. */
export async function storeAnswer(
  deps: Deps,
  call: PostbackCall,
  { kept, ...answer }: Answer,
): Promise<void> {
  if (kept) await storeCall(deps.db, toStoredCall(call, { kept, ...answer }))
}

type StorableAnswer = Omit<Answer, 'kept'> & { kept: NonNullable<Answer['kept']> }

function toStoredCall(
  call: PostbackCall,
  { status, body, brandId, kept }: StorableAnswer,
): StoredCall {
  const { method, raw, fields } = call
  const { key } = keyIn(call)
  const unknownFields = unknownFieldsIn(fields)
  return { brandId, method, raw, key: key ?? '', status, answer: body, unknownFields, ...kept }
}
