import { csvLine } from '#contract/csv.ts'
import { numberOf, type RedemptionRow } from '../money/wallet/redemption-rows.ts'

/** Returns the sum of payouts in cents. */
export const sumOf = (rows: Pick<RedemptionRow, 'cents'>[]) =>
  rows.reduce((total, { cents }) => total + cents, 0)

export const countOf = ({ length }: { length: number }) =>
  length === 1 ? '1 payout' : `${length} payouts`

/** Returns the file with which a batch is paid by hand. */
export function batchCsv(batchId: number, rows: RedemptionRow[]): string {
  const head = csvLine(['batch', 'id', 'number', 'kind', 'to', 'amount', 'currency'])
  const lines = rows.map((row) =>
    csvLine([
      String(batchId),
      String(row.id),
      numberOf(row),
      row.kind,
      row.target,
      (row.cents / 100).toFixed(2),
      'USD',
    ]),
  )
  return head + lines.join('')
}

/** Sentences about batches that cannot be sent through PayPal. */
export const SEND_REFUSALS = {
  missing: (id: number) => `There is no batch ${id}.`,
  hand: (id: number) => `Batch ${id} was exported or paid by hand and cannot be sent.`,
  empty: (id: number) => `Batch ${id} has no payouts to send.`,
}

/** Returns why a payout was not decided. */
export const refusedText = (id: number, state: string) =>
  state === 'missing' ? `There is no payout ${id}.` : `${id} is ${state} and was not changed.`
