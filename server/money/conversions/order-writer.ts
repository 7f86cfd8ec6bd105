import type { Db } from '../../platform/db/client.ts'
import { endsConnection } from '../../platform/db/connection-lost.ts'
import { MAX_ORDERS, writeOrders, type NewOrder } from './write-orders.ts'

type Waiting = {
  order: NewOrder
  resolve: (id: number | undefined) => void
  reject: (error: unknown) => void
}

const userOf = ({ order }: Waiting) => order.change.row.userId

const writers = new WeakMap<Db, OrderWriter>()

/**
 * Saves a new order of a click, together with others that arrived while earlier ones were written.
 * Returns its id after the commit, or undefined if `writeOrders` leaves it out.
 */
export function writeOrder(db: Db, order: NewOrder): Promise<number | undefined> {
  const writer = writers.get(db) ?? new OrderWriter(db)
  writers.set(db, writer)
  return writer.add(order)
}

/**
 * Groups concurrent orders. Writes an order at once, or as soon as the running group ends, and does
 * not wait for more orders to arrive. Each group has at most one order per user, so that its orders
 * do not depend on each other.
 */
class OrderWriter {
  readonly #db: Db
  #waiting: Waiting[] = []
  #isRunning = false
  /** Users with an order that is being written. */
  readonly #users = new Set<string>()

  constructor(db: Db) {
    this.#db = db
  }

  add(order: NewOrder): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, resolve, reject })
      this.#startGroup()
    })
  }

  #startGroup() {
    if (this.#isRunning) return
    const group = this.#takeGroup()
    if (group.length > 0) void this.#writeGroup(group)
  }

  /** Returns the oldest waiting orders of different users that are not being written yet. */
  #takeGroup(): Waiting[] {
    const group: Waiting[] = []
    this.#waiting = this.#waiting.filter((one) => {
      const user = userOf(one)
      if (group.length === MAX_ORDERS || this.#users.has(user)) return true
      this.#users.add(user)
      group.push(one)
      return false
    })
    return group
  }

  /**
   * Writes a group without waiting for locks. Orders that it leaves out, or all of them if one makes
   * the statement fail, are then written one by one.
   */
  async #writeGroup(group: Waiting[]) {
    this.#isRunning = true
    const orders = group.map(({ order }) => order)
    try {
      const ids = await writeOrders(this.#db, orders, { waits: false })
      for (const one of group) this.#finish(one, ids.get(userOf(one)))
    } catch (error) {
      for (const one of group) {
        // After a lost connection, the orders may be saved or not. Shops repeat them.
        if (endsConnection(error)) this.#end(one, () => one.reject(error))
        else void this.#writeAlone(one)
      }
    }
    this.#isRunning = false
    this.#startGroup()
  }

  #finish(one: Waiting, id: number | undefined) {
    if (id === undefined) void this.#writeAlone(one)
    else this.#end(one, () => one.resolve(id))
  }

  async #writeAlone(one: Waiting) {
    try {
      const ids = await writeOrders(this.#db, [one.order], { waits: true })
      this.#end(one, () => one.resolve(ids.get(userOf(one))))
    } catch (error) {
      this.#end(one, () => one.reject(error))
    }
    this.#startGroup()
  }

  #end(one: Waiting, answer: () => void) {
    this.#users.delete(userOf(one))
    answer()
  }
}
