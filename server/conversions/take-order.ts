import type { Db, Tx } from '../db/client.ts'
import { lockOwners } from '../ledger/lock.ts'
import { findOwner, type Attributed } from './attribution.ts'
import { changeOrder } from './change-order.ts'
import type { PostbackInput } from './postback-input.ts'
import { fingerprintOf } from './postback-input.ts'
import type { BrandRow } from './rates.ts'
import { findOrder, recordOrder, whenOf, type Refused } from './record-order.ts'
import type { Conversion } from './states.ts'

export type OrderCall = {
  brand: BrandRow
  input: PostbackInput
  by: string
  signedAt: Date | null
  at: Date
  /** Whose it is, where the operator says so. */
  attributed?: Attributed
  /** What is written with it, in its transaction. */
  kept?: (tx: Tx, conversion: Conversion) => Promise<void>
}

/** `unknown`: nobody's, as far as it is known by now. */
export type Taken = { conversion: Conversion } | Refused | 'unknown'

/** A new order, or what became of one: all of it in one transaction. */
export async function takeOrder(db: Db, call: OrderCall): Promise<Taken> {
  for (;;) {
    const found = await findOwner(db, call.brand, call.input)
    if ('owner' in found) return inOne(db, call, (tx) => change(tx, call, found.owner))
    const attributed = call.attributed ?? found.attributed
    if (!attributed) return 'unknown'
    const taken = await inOne(db, call, (tx) => record(tx, call, attributed))
    // Else another call has recorded it in between, and this one changes it.
    if (taken) return taken
  }
}

const inOne = <Done extends Taken | undefined>(
  db: Db,
  { kept }: OrderCall,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> =>
  db.transaction(async (tx) => {
    const taken = await work(tx)
    if (typeof taken === 'object' && 'conversion' in taken) await kept?.(tx, taken.conversion)
    return taken
  })

async function change(tx: Tx, call: OrderCall, owner: string): Promise<Taken> {
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
  const order = { ...call, attributed, fingerprint: fingerprintOf(input) }
  const when = whenOf(order)
  if ('errors' in when) return when
  const conversion = await recordOrder(tx, { ...order, ...when })
  return conversion && { conversion }
}
