import type { FakeItem } from '../hosts/paypal.ts'
import type { Market } from './market.ts'

type Row = { id: number; cents: number; state: string; method: string; paypal_state: string | null }

/** States in which PayPal does not have the money, or will never pay it out. */
const RETURNED = new Set(['RETURNED', 'FAILED', 'BLOCKED', 'REVERSED', 'REFUNDED'])

/**
 * Returns payouts that PayPal paid twice, or whose state here contradicts PayPal's. PayPal can be
 * ahead of the database, but not behind it.
 */
export async function contradictions({ stage, paypal }: Market): Promise<object[]> {
  if (!paypal) return []
  const rows = await stage.deps.sql<Row[]>`
    select redemptions.id, cents::float8 as cents, state, method, paypal_state
    from redemptions join payout_batches on payout_batches.id = batch_id`
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  const items = new Map<string, FakeItem[]>()
  for (const item of paypal.items)
    items.set(item.senderItemId, [...(items.get(item.senderItemId) ?? []), item])
  return [
    ...[...items].flatMap(([id, sent]) => problemsOf(byId.get(id), sent)),
    ...rows.filter(
      ({ id, method, state }) => method === 'paypal' && state === 'paid' && !items.has(String(id)),
    ),
  ]
}

function problemsOf(row: Row | undefined, sent: FakeItem[]): object[] {
  const [item] = sent
  const state = item?.states[0] ?? ''
  const isRight =
    sent.length === 1 &&
    row?.method === 'paypal' &&
    item?.value === (row.cents / 100).toFixed(2) &&
    (row.state === 'processing' ||
      (row.state === 'paid' && (state === 'SUCCESS' || RETURNED.has(state))) ||
      (row.state === 'returned' && (row.paypal_state === 'SUCCESS' || RETURNED.has(state))))
  return isRight ? [] : [{ row, sent }]
}
