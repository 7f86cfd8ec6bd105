import { sql } from 'drizzle-orm'
import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import {
  ledgerEntries,
  receiptDetails,
  redemptions,
  users,
  wallets,
} from '../platform/db/schema.ts'

type YearRow = {
  owner: string
  email: string | null
  legal_name: string | null
  address: string | null
  tax_form_since: string | null
  paid: string
  donated: string
  fees: string
}

/** Returns the calendar years (UTC) with payouts or donations, latest first. */
export async function yearsOfPayouts(db: DbOrTx): Promise<number[]> {
  const rows = await db.execute<{ year: number }>(sql`
    select distinct extract(year from at at time zone 'UTC')::int as year from ${ledgerEntries}
    where account in ('paid', 'charity') order by year desc`)
  return rows.map(({ year }) => year)
}

/**
 * Returns what each user was paid in a calendar year (UTC), as a CSV file. Payouts that came back in
 * the same year are subtracted. Names and addresses are those of the receipts; tax ids are left out.
 */
export async function yearCsv(db: DbOrTx, year: number): Promise<string> {
  const lines = (await rowsOfYear(db, year)).map((row) =>
    csvLine([
      row.owner,
      row.email ?? '',
      row.legal_name ?? '',
      row.address ?? '',
      row.tax_form_since ?? '',
      dollars(row.paid),
      dollars(row.donated),
      dollars(row.fees),
    ]),
  )
  return BYTE_ORDER_MARK + HEAD + lines.join('')
}

const HEAD = csvLine(
  'user,email,legal_name,address,tax_form_since,paid_usd,donated_usd,fees_usd'.split(','),
)

const dollars = (cents: string) => (Number(cents) / 100).toFixed(2)

const rowsOfYear = (db: DbOrTx, year: number) => {
  const [start, end] = [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))]
  return db.execute<YearRow>(sql`
    select sums.owner, ${users.email} as email, ${receiptDetails.legalName} as legal_name,
      ${receiptDetails.address} as address, ${wallets.taxFormSince}::text as tax_form_since,
      sums.paid::text as paid, sums.donated::text as donated,
      (select coalesce(sum(${redemptions.feeCents}), 0)::text from ${redemptions}
        where ${redemptions.userId} = sums.owner and ${redemptions.state} = 'paid'
          and ${redemptions.paidAt} >= ${start} and ${redemptions.paidAt} < ${end}) as fees
    from (
      select owner, coalesce(sum(cents) filter (where account = 'paid'), 0) as paid,
        coalesce(sum(cents) filter (where account = 'charity'), 0) as donated
      from ${ledgerEntries}
      where account in ('paid', 'charity') and at >= ${start} and at < ${end}
      group by owner
    ) as sums
    left join ${users} on ${users.id} = sums.owner
    left join ${receiptDetails} on ${receiptDetails.userId} = sums.owner
    left join ${wallets} on ${wallets.userId} = sums.owner
    order by ${users.email}, sums.owner`)
}
