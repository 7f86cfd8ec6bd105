import type { Deps } from '../../env.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import { textOf } from '../../money/conversions/refused-orders.ts'
import { tryPostback } from '../desk/try-postback.ts'
import type { Connector } from './connectors.ts'
import { decimalOf } from './exact-amount.ts'
import type { Snapshot } from './order-state.ts'
import { postbackOf } from './report-to-ledger.ts'

/** Returns what arrived with a test order, and whether a real one would be recorded. */
export async function describeTest(
  deps: Deps,
  brand: BrandRow,
  { testClickId }: Connector,
  snapshot: Snapshot,
): Promise<string> {
  const { minor, currency, clickId } = snapshot
  const amount = `Amount for the commission: ${decimalOf(minor, currency)} ${currency}.`
  if (clickId === testClickId) return `${amount} The click id of the test link arrived.`
  return `${amount} ${await tryOrder(deps, brand, snapshot)}`
}

/** Reports the order in a transaction that is rolled back. */
async function tryOrder(deps: Deps, brand: BrandRow, snapshot: Snapshot): Promise<string> {
  const { minor, currency } = snapshot
  const target = { status: 'pending', minor, currency, reason: '', isRefunded: false } as const
  const state = { newest: snapshot, attribution: snapshot }
  const order = { orderId: `test ${snapshot.number}`, target }
  const fields = await postbackOf(deps, brand, state, order)
  if (fields.click_id === undefined && fields.code === undefined)
    return 'No click id and no creator’s code arrived. Open the test link before you buy.'
  const { status, body } = await tryPostback(deps, brand, fields)
  if (status === 200) return 'A real order would be recorded.'
  return `A real order would not be recorded. ${textOf(body as Parameters<typeof textOf>[0])}`
}
