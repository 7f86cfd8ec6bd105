import type { Db, Tx } from '../../platform/db/client.ts'
import { lockOwners } from '../ledger/lock.ts'
import { findOwner, type Attributed, type Found } from './attribution.ts'
import { changeOrder } from './change-order.ts'
import type { Draft } from './place.ts'
import { keepCall, type KeptCall } from './postback-calls.ts'
import type { PostbackInput } from './postback-input.ts'
import { fingerprintOf } from './postback-input.ts'
import type { BrandRow } from './rates.ts'
import type { Facts } from './doubts.ts'
import { recordAtOnce } from './record-at-once.ts'
import { findOrder, recordOrder, whenOf, type Order, type Refused } from './record-order.ts'
import type { Conversion } from './states.ts'

export type OrderCall = {
  brand: BrandRow
  input: PostbackInput
  by: string
  signedAt: Date | null
  at: Date
  /** Attribution by the operator. */
  attributed?: Attributed
  /** Returns the call to store in the same transaction. */
  kept?: (conversion: Draft) => KeptCall
}

/** Result of a call. `unknown`: no owner found so far. */
export type Taken = { conversion: Conversion } | Refused | 'unknown'

/** Owner and facts that were already read for this call. */
type Known = { found: Found; facts: Facts | null }

/** Records a new order or changes a known one, in one transaction. */
export async function takeOrder(db: Db, call: OrderCall, known?: Known): Promise<Taken> {
  for (let next = known; ; next = undefined) {
    const found = next?.found ?? (await findOwner(db, call.brand, call.input)).found
    if ('owner' in found) return change(db, call, found.owner)
    const attributed = call.attributed ?? found.attributed
    if (!attributed) return 'unknown'
    const taken =
      (next?.facts && (await recordAtOnce(db, orderOf(call, attributed), next.facts))) ||
      (await db.transaction((tx) => record(tx, call, attributed)))
    // Otherwise another call has recorded it meanwhile, and this call changes it.
    if (taken) return taken
  }
}

const change = (db: Db, call: OrderCall, owner: string): Promise<Taken> =>
  db.transaction(async (tx) => {
    const taken = await changed(tx, call, owner)
    if (call.kept && typeof taken === 'object' && 'conversion' in taken)
      await keepCall(tx, call.kept(taken.conversion))
    return taken
  })

async function changed(tx: Tx, call: OrderCall, owner: string): Promise<Taken> {
  await lockOwners(tx, [owner])
  const row = await findOrder(tx, call.brand.id, call.input.orderId)
  if (!row) return 'unknown'
  const done = await changeOrder(tx, row, { ...call, fingerprint: fingerprintOf(call.input) })
  return 'errors' in done ? done : { conversion: done }
}

async function record(tx: Tx, call: OrderCall, attributed: Attributed): Promise<Taken | undefined> {
  const { input } = call
  if (input.status === 'reversed' && input.reason === '')
    return { errors: { reason: ['Say why the order is reversed.'] } }
  await lockOwners(tx, [attributed.userId])
  const order = orderOf(call, attributed)
  const when = whenOf(order)
  if ('errors' in when) return when
  const conversion = await recordOrder(tx, { ...order, ...when })
  return conversion && { conversion }
}

const orderOf = (call: OrderCall, attributed: Attributed): Order => ({
  ...call,
  attributed,
  fingerprint: fingerprintOf(call.input),
})
