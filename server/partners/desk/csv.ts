import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import type { DaySums, PartnerSums, Sums } from './numbers.ts'
import type { PartnerNames } from './partners.ts'

const NUMBER_COLUMNS = ['clicks', 'orders', 'sales_usd', 'returned_usd', 'commission_usd']
const dollars = (cents: number) => (cents / 100).toFixed(2)

const cellsOf = (sums: Sums) => [
  String(sums.clicks),
  String(sums.orders),
  dollars(sums.salesCents),
  dollars(sums.returnedCents),
  dollars(sums.commissionCents),
]

export const daysCsv = (days: readonly DaySums[]) =>
  fileOf([['day', ...NUMBER_COLUMNS], ...days.map((day) => [day.day, ...cellsOf(day)])])

/** Returns a CSV file of partners with their current names. */
export const peopleCsv = (people: readonly PartnerSums[], names: PartnerNames, now: Date) =>
  fileOf([
    ['partner', 'name', ...NUMBER_COLUMNS],
    ...people.map((person) => {
      const { id } = names.of(person.userId)
      const name = names.at(person.userId, now)
      return [id, name === id ? '' : name, ...cellsOf(person)]
    }),
  ])

const fileOf = (lines: string[][]) => BYTE_ORDER_MARK + lines.map(csvLine).join('')
