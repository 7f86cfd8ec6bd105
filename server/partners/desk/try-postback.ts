import type { BrandRow } from '../../links/brands/organizations.ts'
import { answerOf, UNKNOWN } from '../../money/conversions/postback.ts'
import { readInput } from '../../money/conversions/postback-input.ts'
import { takeOrder, type OrderResult } from '../../money/conversions/take-order.ts'
import type { Db } from '../../platform/db/client.ts'
import type { Deps } from '../../env.ts'
import { countAttempt } from '../../platform/http/throttle.ts'

export type TestResult = { status: number; body: object }

/** Error that rolls back the transaction and carries the result. */
class TestRollback extends Error {
  constructor(readonly result: OrderResult) {
    super('A test books nothing.')
  }
}

/**
 * Returns how a postback of the shop would be answered. It runs the real code in a transaction that
 * is always rolled back, so no order, money, email or job remains.
 */
export async function tryPostback(
  deps: Deps,
  brand: BrandRow,
  fields: Record<string, string>,
): Promise<TestResult> {
  await countAttempt(deps, { limit: 'postbacksByBrand', of: brand.id })
  const read = readInput(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
  )
  if ('errors' in read) return { status: 400, body: read }
  const order = { brand, input: read.input, by: brand.name, signedAt: null, at: new Date() }
  const result = await rollBack(deps.db, (db) => takeOrder(db, order))
  if (result === 'unknown') return UNKNOWN
  if ('errors' in result) return { status: 400, body: result }
  return { status: 200, body: answerOf(result) }
}

async function rollBack(db: Db, work: (db: Db) => Promise<OrderResult>): Promise<OrderResult> {
  try {
    await db.transaction(async (tx) => {
      throw new TestRollback(await work(tx))
    })
  } catch (error) {
    if (error instanceof TestRollback) return error.result
    throw error
  }
  throw new Error('A test was committed.')
}
