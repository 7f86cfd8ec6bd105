import { inArray, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { APP_NAME } from '#contract/app-constants.ts'
import type { Statement, StatementPayout, StatementYear } from '#contract/money/statements.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, conversions, ledgerEntries, redemptions } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { toDollars } from '../../platform/money.ts'
import { readDetails } from './receipt-details.ts'
import { numberOf } from './redemption-rows.ts'

/**
 * Returns a query for a user's transactions before a time: changes of the balance, payouts and
 * donations.
 */
const movesOf = (userId: string, before: Date) => sql`
  select reference, min(at) as at,
    coalesce(sum(cents) filter (where account = 'paid'), 0) as paid,
    coalesce(sum(cents) filter (where account = 'charity'), 0) as given,
    coalesce(sum(cents) filter (where account not in ('paid', 'charity')), 0) as stands,
    sum(cents) as net
  from ${ledgerEntries} where owner = ${userId} and at < ${before}
  group by transaction_id, reference`

/** Returns the calendar years (UTC) with transactions, latest first. */
export async function listYears(db: DbOrTx, userId: string, now: Date): Promise<StatementYear[]> {
  const rows = await db.execute<{ year: string; earned: string; paid: string }>(sql`
    select extract(year from at at time zone 'UTC')::text as year,
      sum(net)::text as earned, sum(paid + given)::text as paid
    from (${movesOf(userId, startOf(now.getUTCFullYear() + 1))}) as moves
    group by 1 order by 1 desc`)
  return rows.map(({ year, earned, paid }) => ({
    year: Number(year),
    earned: toDollars(Number(earned)),
    paid: toDollars(Number(paid)),
  }))
}

const startOf = (year: number) => new Date(Date.UTC(year, 0, 1))

type Sums = {
  opening: string
  earned: string
  taken_back: string
  paid: string
  given: string
  by_brand: { name: string; cents: number }[]
  payouts: { id: number; at: string; cents: number }[]
}

/**
 * Returns the sums of a year, in cents, from the ledger. One statement reads them, so they are
 * consistent.
 */
async function sumsOfYear(db: DbOrTx, userId: string, year: number): Promise<Sums> {
  const start = startOf(year)
  const [row] = await db.execute<Sums>(sql`
    with moves as materialized (${movesOf(userId, startOf(year + 1))}),
    within as (select * from moves where at >= ${start}),
    of_brands as (
      select coalesce(${brands.name}, '') as name, sum(net) as cents
      from within
      join ${conversions} on ${conversions.userId} = ${userId}
        and reference = 'conversion:' || ${conversions.id}
      left join ${brands} on ${brands.id} = ${conversions.brandId}
      where net <> 0
      group by ${brands.id}, ${brands.name}
    ),
    of_requests as (
      select ${redemptions.id} as id, within.at, within.paid + within.given as cents
      from within
      join ${redemptions} on ${redemptions.userId} = ${userId}
        and within.reference = 'redemption:' || ${redemptions.id}
      where within.paid + within.given <> 0
    )
    select
      (select coalesce(sum(stands), 0)::text from moves where at < ${start}) as opening,
      (select coalesce(sum(net), 0)::text from within where net > 0) as earned,
      (select coalesce(sum(net), 0)::text from within where net < 0) as taken_back,
      (select coalesce(sum(paid), 0)::text from within) as paid,
      (select coalesce(sum(given), 0)::text from within) as given,
      (select coalesce(json_agg(of_brands order by name), '[]') from of_brands) as by_brand,
      (select coalesce(json_agg(of_requests order by at, id), '[]') from of_requests) as payouts`)
  if (!row) throw new Error('statement: query returned no row')
  return row
}

/** Returns the statement of a year. Throws a 404 for a future year or one before 2000. */
export async function readStatement(
  deps: Pick<Deps, 'db' | 'secrets' | 'config'>,
  userId: string,
  year: number,
  now: Date,
): Promise<Statement> {
  if (year < 2000 || year > now.getUTCFullYear()) throw new HTTPException(404)
  const sums = await sumsOfYear(deps.db, userId, year)
  const [opening, earned, takenBack, paid, given] = [
    sums.opening,
    sums.earned,
    sums.taken_back,
    sums.paid,
    sums.given,
  ].map(Number) as [number, number, number, number, number]
  const { appOrigin, supportEmail } = deps.config
  return {
    year,
    is_open: year === now.getUTCFullYear(),
    issuer: { name: APP_NAME, origin: appOrigin, email: supportEmail },
    details: await readDetails(deps, userId),
    opening: toDollars(opening),
    closing: toDollars(opening + earned + takenBack - paid - given),
    earned: toDollars(earned),
    taken_back: toDollars(takenBack),
    paid: toDollars(paid),
    given: toDollars(given),
    by_brand: sums.by_brand.map(({ name, cents }) => ({ name, amount: toDollars(cents) })),
    payouts: await payoutsOf(deps.db, sums.payouts),
  }
}

async function payoutsOf(db: DbOrTx, moves: Sums['payouts']): Promise<StatementPayout[]> {
  if (moves.length === 0) return []
  const ids = moves.map(({ id }) => id)
  const rows = await db.select().from(redemptions).where(inArray(redemptions.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return moves.flatMap(({ id, at, cents }) => {
    const row = byId.get(id)
    if (!row) return []
    const { kind, target, reference, feeCents } = row
    return {
      id,
      number: numberOf(row),
      kind,
      target,
      at: new Date(at).toISOString(),
      amount: toDollars(cents),
      // A returned payout has no fee.
      fee: cents > 0 ? toDollars(feeCents) : 0,
      reference,
    }
  })
}
