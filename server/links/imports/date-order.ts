import type { DateOrder } from '#contract/imports.ts'
import { dayAndMonth } from './moments.ts'
import type { Table } from './table.ts'

/** Order of day and month in the dates of a file. */
export type DateFacts = {
  /** Number of dates whose day and month cannot be told apart. */
  ambiguous: number
  /** Order that all other dates agree on; null if there are none or they disagree. */
  order: DateOrder | null
}

const DATE_FIELDS = ['created_at', 'starts_at', 'expires_at'] as const

/** Reads all dates of a file and determines the order of day and month. */
export async function readDates(table: Table): Promise<DateFacts> {
  const { indexOf } = table.columns
  const columns = DATE_FIELDS.map((field) => indexOf.get(field)).filter(
    (index) => index !== undefined,
  )
  const orders = new Set<DateOrder>()
  let ambiguous = 0
  if (columns.length > 0)
    for await (const { cells } of table.rows())
      for (const index of columns) {
        const order = dayAndMonth(cells[index] ?? '')
        if (order === 'either') ambiguous += 1
        else if (order) orders.add(order)
      }
  const [only = null] = orders.size === 1 ? orders : []
  return { ambiguous, order: only }
}
