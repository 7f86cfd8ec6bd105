import { BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import type { Statement } from '#contract/money/statements.ts'

/**
 * Returns the figures of a statement as CSV. Paid and returned amounts have separate columns,
 * because a spreadsheet may take a negative number for a formula.
 */
export function statementCsv(statement: Statement): string {
  const { year, opening, earned, taken_back, paid, given, closing, issuer } = statement
  const rows: string[][] = [
    ['what', 'in_usd', 'out_usd', 'number', 'day', 'of', 'fee_usd', 'reference'],
    line(`Balance at the start of ${year}`, opening),
    line('Earned', earned),
    line('Reversed', taken_back),
    line('Paid out', -paid),
    line('Given to charities', -given),
    line(`Balance at the end of ${year}`, closing),
    ...statement.by_brand.map(({ name, amount }) =>
      line('Earned minus reversals', amount, ['', '', name || issuer.name]),
    ),
    ...statement.payouts.map(({ kind, number, at, target, amount, fee, reference }) =>
      line(kind, -amount, [number, at.slice(0, 10), target, fee.toFixed(2), reference]),
    ),
  ]
  return BYTE_ORDER_MARK + rows.map(csvLine).join('')
}

function line(what: string, amount: number, more: string[] = []): string[] {
  const size = Math.abs(amount).toFixed(2)
  const [into = '', out = ''] = amount < 0 ? ['', size] : [size, '']
  return [what, into, out, ...['', '', '', '', ''].map((none, index) => more[index] ?? none)]
}
