import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { PrinterIcon } from '@phosphor-icons/react/Printer'
import { getStatement } from '#api/money/statements.ts'
import { money } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import type { Statement } from '#contract/money/statements.ts'
import { statementPath } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { downloadText } from '#ui/download-text.ts'
import { subtractMoney } from '../money-text.ts'
import { Facts } from '#ui/facts.tsx'
import { MissingDocument } from './not-here.tsx'
import { Issuer, Person } from './paper-heads.tsx'
import { PayoutTable } from './payout-table.tsx'
import { statementCsv } from './statement-csv.ts'
import css from './statements.module.css'

/** Shows the statement of one year, to print or save. */
export function StatementScreen({ year }: { year: number }) {
  const answer = useAnswer(`statement ${year}`, (options) => getStatement(year, options))
  const { value } = answer
  return (
    <Screen title={`Statement ${year}`} freshness={answer} back={statementPath('all')} narrow>
      {value ? <Paper statement={value} /> : <MissingDocument what="statement" answer={answer} />}
    </Screen>
  )
}

function Paper({ statement }: { statement: Statement }) {
  const { year } = statement
  return (
    <article className={`${css.paper} stack`}>
      <div className={css.tools}>
        <Button icon={PrinterIcon} onClick={() => print()}>
          Print
        </Button>
        <Button
          icon={DownloadSimpleIcon}
          onClick={() => downloadText(`split-statement-${year}.csv`, statementCsv(statement))}
        >
          Download CSV
        </Button>
      </div>
      <p className={css.lead}>
        {`${
          statement.is_open
            ? `January 1, ${year} until now. The year is not over. `
            : `January 1 to December 31, ${year}. `
        }Days are UTC, amounts US dollars.`}
      </p>
      <div className={css.heads}>
        <Issuer issuer={statement.issuer} />
        <Person details={statement.details} />
      </div>
      <Facts facts={sumsOf(statement)} />
      <Brands statement={statement} />
      <PayoutTable payouts={statement.payouts} />
    </article>
  )
}

const sumsOf = (statement: Statement) =>
  [
    ['Balance at the start', money(statement.opening)],
    ['Earned', money(statement.earned)],
    ['Reversed', money(statement.taken_back)],
    ['Paid out', money(subtractMoney(0, statement.paid))],
    ['Given to charities', money(subtractMoney(0, statement.given))],
    ['Balance at the end', money(statement.closing)],
  ] as const

function Brands({ statement: { by_brand, issuer } }: { statement: Statement }) {
  if (by_brand.length === 0) return null
  return (
    <section aria-labelledby="statement-brands">
      <h2 id="statement-brands">Earned, minus reversals</h2>
      <Facts facts={by_brand.map(({ name, amount }) => [name || issuer.name, money(amount)])} />
    </section>
  )
}
