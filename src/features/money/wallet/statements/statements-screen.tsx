import { IdentificationCardIcon } from '@phosphor-icons/react/IdentificationCard'
import { listStatementYears } from '#api/money/statements.ts'
import { money } from '#app/formats.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths, statementPath } from '#paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { DetailsScreen } from './details-screen.tsx'
import { StatementScreen } from './statement-screen.tsx'
import css from './statements.module.css'

/** Shows the list of years, the statement of one year, or the receipt details. */
export function StatementsScreen({ of }: { of: string }) {
  if (of === 'details') return <DetailsScreen />
  return /^\d{4}$/.test(of) ? <StatementScreen key={of} year={Number(of)} /> : <Years />
}

/**
 * Lists the years. Copies are not saved on the device, because the figures are used for tax
 * returns.
 */
function Years() {
  const years = useAnswer('statement years', listStatementYears)
  return (
    <Screen title="Statements" freshness={years} back={paths.walletRequests} narrow>
      <div className={`${css.screen} stack`}>
        <p className={css.lead}>Earnings and payouts by calendar year (UTC).</p>
        <AnswerList
          what="statements"
          rows={years.value}
          answer={years}
          loading={<Waiting />}
          empty={
            <EmptyState title="No statements yet" text="There is one for each year with a sale." />
          }
        >
          {(rows) => (
            <ul className={`${css.list} stack`} aria-label="Years">
              {rows.map(({ year, earned, paid }) => (
                <li key={year}>
                  <ListLink
                    href={statementPath(String(year))}
                    label={String(year)}
                    help={`${money(earned)} earned, ${money(paid)} paid out`}
                  />
                </li>
              ))}
            </ul>
          )}
        </AnswerList>
        <ListLink
          icon={IdentificationCardIcon}
          href={statementPath('details')}
          label="Name and tax number on receipts"
        />
      </div>
    </Screen>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading statements" className={`${css.list} stack`}>
    <Skeleton height={56} radius={14} />
    <Skeleton height={56} radius={14} />
  </div>
)
