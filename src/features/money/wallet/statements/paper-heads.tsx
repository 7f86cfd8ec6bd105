import type { ReceiptDetails, Statement } from '#contract/money/statements.ts'
import { statementPath } from '#paths.ts'
import css from './statements.module.css'

/** Shows the payer. */
export const Issuer = ({ issuer: { name, origin, email } }: Pick<Statement, 'issuer'>) => (
  <address className={css.head} aria-label="From">
    <b>{name}</b>
    <span>{origin}</span>
    <span>{email}</span>
  </address>
)

/** Shows the recipient, with the details they entered. */
export function Person({ details }: { details: ReceiptDetails }) {
  const { legal_name, address, tax_id } = details
  if (!legal_name && !address && !tax_id)
    return (
      <p className={`${css.head} ${css.tools}`}>
        <a href={statementPath('details')}>Add your name and tax number</a>
      </p>
    )
  return (
    <address className={css.head} aria-label="For">
      {legal_name && <b>{legal_name}</b>}
      {address && <span className={css.lines}>{address}</span>}
      {tax_id && <span>{`Tax number ${tax_id}`}</span>}
    </address>
  )
}
