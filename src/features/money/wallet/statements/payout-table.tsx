import { money } from '#app/formats.ts'
import type { StatementPayout } from '#contract/money/statements.ts'
import { receiptPath } from '#paths.ts'
import css from './statements.module.css'

/** Lists the payouts with their numbers. Returned ones are negative. */
export function PayoutTable({ payouts }: { payouts: readonly StatementPayout[] }) {
  if (payouts.length === 0) return null
  return (
    <section aria-labelledby="statement-payouts">
      <h2 id="statement-payouts">Paid out</h2>
      <div className={css.scroll} role="region" aria-labelledby="statement-payouts" tabIndex={0}>
        <table className={`${css.table} num`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Receipt</th>
              <th scope="col">To</th>
              <th scope="col" className={css.number}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {payouts.map(({ id, number, at, target, amount }) => (
              <tr key={`${id} ${at}`}>
                <td>{at.slice(0, 10)}</td>
                <td>
                  <a href={receiptPath(id)}>{number}</a>
                </td>
                <td>{target}</td>
                <td className={css.number} translate="no">
                  {money(amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
