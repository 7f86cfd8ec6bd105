import { expect } from 'vitest'
import { balanceOf } from '../../../../server/wallet/balance.ts'
import type { Shop } from './conversions.ts'
import type { Person } from '../people.ts'
import type { TestServer } from '../test-app.ts'

type Sums = { account: string; cents: string }

/** What holds of money after every step, whatever happened. */
export async function expectLaws(
  server: TestServer,
  people: Person[],
  shops: Shop[],
  step: string,
) {
  const { sql, db } = server.deps
  const [whole] = await sql<{ sum: string; unequal: number }[]>`
    select coalesce(sum(cents), 0)::text as sum, (select count(*)::int from (
      select 1 from ledger_entries group by transaction_id having sum(cents) <> 0) as wrong
    ) as unequal from ledger_entries`
  expect({ step, ...whole }).toEqual({ step, sum: '0', unequal: 0 })

  const [twice] = await sql<{ orders: number }[]>`
    select count(*)::int as orders from (
      select 1 from conversions group by brand_id, order_id, user_id having count(*) > 1) as twice`
  expect({ step, ...twice }).toEqual({ step, orders: 0 })

  // What a brand's orders have put within reach is never more than it has paid.
  const over = await sql<{ name: string }[]>`
    select brands.name from brands where brands.pays = 'when_funded' and (
      select coalesce(sum(posted_fee_cents), 0) from conversions
      where brand_id = brands.id and state = 'available'
    ) > (select coalesce(sum(cents), 0) from settlements where brand_id = brands.id)`
  expect({ step, over }).toEqual({ step, over: [] })

  // The rows say the same as the ledger.
  const differing = await sql<{ id: number }[]>`
    select conversions.id from conversions left join (
      select reference, sum(cents) as cents from ledger_entries
      join conversions as own on reference = 'conversion:' || own.id and owner = own.user_id
      group by reference) as booked on reference = 'conversion:' || conversions.id
    where coalesce(booked.cents, 0) <> conversions.posted_cents`
  expect({ step, differing }).toEqual({ step, differing: [] })

  for (const person of people) await expectOwnLaws(server, person, step)
  for (const { id } of shops) {
    const [row] = await sql<Sums[]>`
      select coalesce(sum(cents), 0)::text as cents from ledger_entries where owner = ${id}`
    const [owed] = await sql<{ cents: string }[]>`
      select ((select coalesce(sum(cents), 0) from settlements where brand_id = ${id}) -
        (select coalesce(sum(posted_fee_cents), 0) from conversions where brand_id = ${id}))::text as cents`
    expect({ step, brand: row?.cents }).toEqual({ step, brand: owed?.cents })
  }

  async function expectOwnLaws({ deps }: TestServer, { uuid }: Person, at: string) {
    const rows = await deps.sql<Sums[]>`
      select account, sum(cents)::text as cents from ledger_entries
      where owner = ${uuid} group by account`
    const sums = new Map(rows.map(({ account, cents }) => [account, Number(cents)]))
    const of = (account: string) => sums.get(account) ?? 0
    const shown = await balanceOf(db, uuid)
    expect({ at, ...shown }).toMatchObject({
      at,
      available: of('available') / 100,
      pending: (of('pending') + of('approved')) / 100,
      held: of('held') / 100,
      reserved: of('reserved') / 100,
      redeemed: (of('paid') + of('charity')) / 100,
    })
    for (const account of ['pending', 'approved', 'held', 'reserved', 'paid'])
      expect({ at, account, isBelow: of(account) < 0 }).toEqual({ at, account, isBelow: false })
    const [asked] = await deps.sql<{ cents: string }[]>`
      select coalesce(sum(cents), 0)::text as cents from redemptions
      where user_id = ${uuid} and state in ('requested', 'in_review', 'processing')`
    expect({ at, reserved: of('reserved') }).toEqual({ at, reserved: Number(asked?.cents) })
    // Only a reversal of what was there brings it below zero.
    if (of('available') < 0) {
      const [reversals] = await deps.sql<{ found: number }[]>`
        select count(*)::int as found from ledger_entries
        where owner = ${uuid} and account = 'available' and cents < 0
          and kind in ('reversed', 'refund', 'approved')`
      expect({ at, wasReversed: (reversals?.found ?? 0) > 0 }).toEqual({ at, wasReversed: true })
    }
  }
}
