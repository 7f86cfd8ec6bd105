import { APP_NAME } from '#contract/app-constants.ts'
import { InfoIcon } from '@phosphor-icons/react/Info'
import { amountText } from '#app/amount-text.ts'
import { count } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { networkName, type ReportResult } from '#contract/money/networks.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { ColumnsForm } from './columns-form.tsx'
import css from './networks.module.css'
import type { PlanStep, ReportWork } from './use-report.ts'

type PlanProps = { step: PlanStep; work: ReportWork; onImported: () => void }

/** Shows what an import of a report would do. Nothing is stored before it is confirmed. */
export function PlanScreen({ step, work, onImported }: PlanProps) {
  const { plan, refused } = step
  const { network, missing, counts } = plan
  const changes = counts.new + counts.changed
  const canImport = network !== null && missing === null && changes > 0
  return (
    <Screen title="Check the report" freshness="none" tall narrow>
      <div className={`${css.screen} fill-column`}>
        <Heading plan={plan} />
        {missing === null ? <Effects plan={plan} /> : <ColumnsForm step={step} work={work} />}
        <p role="alert" className={css.refused}>
          {refused}
        </p>
        <ActionBar className={css.wide}>
          <Button size="lg" onClick={() => work.startOver()}>
            Cancel
          </Button>
          {canImport && (
            <Button
              size="lg"
              variant="primary"
              className="num"
              onClick={() => work.start(onImported)}
            >
              {`Import ${count(changes)} ${changes === 1 ? 'row' : 'rows'}`}
            </Button>
          )}
        </ActionBar>
      </div>
    </Screen>
  )
}

function Heading({ plan: { network, from, until, file_name, rows } }: { plan: ReportResult }) {
  const period =
    from === null || until === null
      ? ''
      : `, ${dayText(Date.parse(from))} to ${dayText(Date.parse(until))}`
  return (
    <header>
      <h2
        className={css.title}
      >{`${network === null ? 'Unknown report' : networkName(network)}${period}`}</h2>
      <p className={css.lead}>{`${file_name}, ${count(rows)} ${rows === 1 ? 'row' : 'rows'}`}</p>
    </header>
  )
}

function Effects({ plan }: { plan: ReportResult }) {
  const { counts, refused, network } = plan
  return (
    <>
      <div className={css.card}>
        <Facts
          facts={[
            ['New', count(counts.new)],
            ['Changed', count(counts.changed)],
            ['Already here', count(counts.same)],
            ['Without a link', count(counts.unmatched)],
            ...(counts.refused > 0 ? ([['Refused', count(counts.refused)]] as const) : []),
          ]}
        />
      </div>
      <Totals plan={plan} />
      {refused.length > 0 && (
        <details className={css.details}>
          <summary>{`${count(counts.refused)} ${counts.refused === 1 ? 'line is' : 'lines are'} refused`}</summary>
          <ul className="stack">
            {refused.map(({ line, reason }) => (
              <li key={line}>
                <b>{`Line ${line}:`}</b>
                <span>{` ${reason}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className={css.note}>
        <InfoIcon size={18} aria-hidden />
        <span>
          {`${networkName(network ?? '')} pays this to you directly. It is shown next to your links and is not part of your ${APP_NAME} balance.`}
        </span>
      </p>
    </>
  )
}

const STATUSES = [
  ['approved', 'Confirmed'],
  ['pending', 'Pending'],
  ['declined', 'Declined'],
] as const

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })

function Totals({ plan: { totals } }: { plan: ReportResult }) {
  const lines = Object.entries(totals).flatMap(([currency, sums]) =>
    STATUSES.filter(([status]) => sums[status] !== 0).map(([status, label]) => ({
      label: `${label}, ${currencyNames.of(currency) ?? currency}`,
      status,
      amount: amountText(sums[status], currency),
    })),
  )
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className={css.title}>Totals</h3>
      <dl className={`${css.totals} num`}>
        {lines.map(({ label, status, amount }) => (
          <div key={label} data-status={status}>
            <dt>{label}</dt>
            <dd translate="no">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
