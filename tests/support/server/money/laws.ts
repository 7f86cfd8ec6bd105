import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Sql } from '../../../../server/platform/db/sql.ts'
import { balanceOf } from '../../../../server/money/wallet/balance.ts'
import type { Market } from './market.ts'
import { ORDER_INVARIANTS } from './order-laws.ts'
import { PAYOUT_INVARIANTS } from './payout-laws.ts'
import { contradictions } from './paypal-laws.ts'

/** Invariant. Returns the rows that violate it. */
export type Invariant = (sql: Sql) => Promise<object[]>

const MAX_SHOWN_ROWS = 3

/**
 * Checks the invariants of money, which hold after every step. Returns each violated one with its
 * rows.
 */
export async function brokenInvariants(market: Market): Promise<string[]> {
  const { sql } = market.stage.deps
  const laws = Object.entries({ ...ORDER_INVARIANTS, ...PAYOUT_INVARIANTS })
  // Each reads all rows, so they run in parallel.
  const found: [string, object[]][] = await Promise.all([
    ...laws.map(([name, law]) => named(name, law(sql))),
    named('what people are shown is what the ledger says', wrongBalances(market)),
    named('PayPal pays each payout once, and its state here is no other', contradictions(market)),
    named('what was taken of a shop is there, and nothing else', differing(market)),
  ])
  found.push(['a code of a gift card is shown to one person', doubledCodes(market)])
  return found
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => `${name}: ${JSON.stringify(rows.slice(0, MAX_SHOWN_ROWS))}`)
}

const named = async (name: string, breaking: Promise<object[]>): Promise<[string, object[]]> => [
  name,
  await breaking,
]

type Sums = { owner: string; account: string; cents: string }

/**
 * Compares the wallet, which reads a checkpoint and later entries, with the sum of all entries.
 * Both are read in one snapshot, because servers run timed jobs meanwhile.
 */
const wrongBalances = ({ stage, people }: Market): Promise<object[]> =>
  stage.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const rows = await tx.execute<Sums>(sql`
      select owner, account, sum(cents)::text as cents from ledger_entries group by owner, account`)
    const sums = new Map(rows.map((row) => [`${row.owner} ${row.account}`, Number(row.cents)]))
    const wrong: object[] = []
    for (const { uuid } of people) {
      const of = (...accounts: string[]) =>
        accounts.reduce((sum, account) => sum + (sums.get(`${uuid} ${account}`) ?? 0), 0) / 100
      const { available, pending, held, reserved, redeemed } = await balanceOf(tx, uuid)
      const shown = { available, pending, held, reserved, redeemed }
      const right = {
        available: of('available'),
        pending: of('pending', 'approved'),
        held: of('held'),
        reserved: of('reserved'),
        redeemed: of('paid', 'charity'),
      }
      if (!isDeepStrictEqual(shown, right)) wrong.push({ uuid, shown, right })
    }
    return wrong
  })

async function differing({ stage, sent, taken }: Market): Promise<object[]> {
  const rows = await stage.deps.sql<{ key: string }[]>`
    select brand_id || ' ' || order_id as key from conversions where kind = 'commission'`
  const there = new Set(rows.map(({ key }) => key))
  const asked = new Set(sent.map(({ shop, body }) => `${shop.id} ${String(body['order_id'])}`))
  return [
    ...[...taken].filter((key) => !there.has(key)).map((missing) => ({ missing })),
    ...[...there].filter((key) => !asked.has(key)).map((nobodys) => ({ nobodys })),
  ]
}

const doubledCodes = ({ shown }: Market): object[] =>
  [...shown]
    .filter(([, people]) => people.size > 1)
    .map(([code, people]) => ({ code, people: [...people] }))
