import type { Db, Tx } from '../../platform/db/client.ts'
import { lockOwners } from '../ledger/lock.ts'
import { findOwner, type Attributed, type OrderOwner } from './attribution.ts'
import { changeOrder } from './change-order.ts'
import type { Draft } from './place.ts'
import { storeCall, type StoredCall } from './postback-calls.ts'
import type { PostbackInput } from './postback-input.ts'
import { fingerprintOf } from './postback-input.ts'
import type { BrandRow } from './rates.ts'
import type { Facts } from './hold-rules.ts'
import { recordInOneStatement } from './record-at-once.ts'
import { findOrder, recordOrder, orderTimeOf, type Order, type Refusal } from './record-order.ts'
import type { Conversion } from './states.ts'

export type OrderCall = {
  brand: BrandRow
  input: PostbackInput
  by: string
  signedAt: Date | null
  at: Date
  /** Fingerprint of the call, if its content does not identify it. */
  fingerprint?: string
  /** Attribution by the operator. */
  attributed?: Attributed
  /** Returns the call to store in the same transaction. */
  kept?: (conversion: Draft) => StoredCall
}

/** Result of a call. `unknown`: no owner found so far. */
export type OrderResult = { conversion: Conversion } | Refusal | 'unknown'

/** Owner and facts that were already read for this call. */
type Known = { found: OrderOwner; facts: Facts | null }

/** Records a new order or changes a known one, in one transaction. */
export async function takeOrder(db: Db, call: OrderCall, known?: Known): Promise<OrderResult> {
  for (let next = known; ; next = undefined) {
    const found = next?.found ?? (await findOwner(db, call.brand, call.input)).found
    if ('owner' in found) return changeKnownOrder(db, call, found.owner)
    const attributed = call.attributed ?? found.attributed
    if (!attributed) return 'unknown'
    const result =
      (next?.facts && (await recordInOneStatement(db, orderOf(call, attributed), next.facts))) ||
      (await db.transaction((tx) => recordNewOrder(tx, call, attributed)))
    // Without a result, another call has recorded the order meanwhile. Look it up again and change
    // it.
    if (result) return result
  }
}

const changeKnownOrder = (db: Db, call: OrderCall, owner: string): Promise<OrderResult> =>
  db.transaction(async (tx) => {
    const result = await changeLocked(tx, call, owner)
    if (call.kept && typeof result === 'object' && 'conversion' in result)
      await storeCall(tx, call.kept(result.conversion))
    return result
  })

async function changeLocked(tx: Tx, call: OrderCall, owner: string): Promise<OrderResult> {
  await lockOwners(tx, [owner])
  const row = await findOrder(tx, call.brand.id, call.input.orderId)
  if (!row) return 'unknown'
  const done = await changeOrder(tx, row, { ...call, fingerprint: fingerprintIn(call) })
  return 'errors' in done ? done : { conversion: done }
}

async function recordNewOrder(
  tx: Tx,
  call: OrderCall,
  attributed: Attributed,
): Promise<OrderResult | undefined> {
  const { input } = call
  if (input.status === 'reversed' && input.reason === '')
    return { errors: { reason: ['Give a reason for the reversal.'] } }
  await lockOwners(tx, [attributed.userId])
  const order = orderOf(call, attributed)
  const when = orderTimeOf(order)
  if ('errors' in when) return when
  const conversion = await recordOrder(tx, { ...order, ...when })
  return conversion && { conversion }
}

const orderOf = (call: OrderCall, attributed: Attributed): Order => ({
  ...call,
  attributed,
  fingerprint: fingerprintIn(call),
})

const fingerprintIn = ({ fingerprint, input }: OrderCall) => fingerprint ?? fingerprintOf(input)
