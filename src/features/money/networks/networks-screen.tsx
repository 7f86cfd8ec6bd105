import { InfoIcon } from '@phosphor-icons/react/Info'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { getNetworks } from '#api/money/networks.ts'
import { withoutRateText } from '#app/amount-text.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { count, money } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { useCopyAge } from '#app/query/use-copy-age.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import {
  networkName,
  REPORT_ACCEPT,
  type EarnedElsewhere,
  type Networks,
} from '#contract/money/networks.ts'
import { networksPath, paths, type NetworksSearch } from '#paths.ts'
import { ActionBar } from '#ui/action-bar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FileInput } from '#ui/fields/file-input.tsx'
import { ListLink } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Figure } from '../figure.tsx'
import css from './networks.module.css'
import { PlanScreen } from './plan-screen.tsx'
import { SubIdSettings } from './sub-id-settings.tsx'
import { UnmatchedScreen } from './unmatched-screen.tsx'
import { useReport, type ReportWork } from './use-report.ts'

const POLL_MS = 1000
const useNetworks = (isImporting: boolean) =>
  useAnswer('networks', getNetworks, { copy: true, poll: () => (isImporting ? POLL_MS : null) })
type NetworksAnswer = ReturnType<typeof useNetworks>

/** Shows the income from affiliate networks, a report to check, or the rows without a link. */
export function NetworksScreen() {
  const { rows }: NetworksSearch = useSearch({ strict: false })
  const work = useReport()
  const { step } = work
  const networks = useNetworks(step.at === 'sending' && !step.dryRun)
  if (rows) return <UnmatchedScreen onAssigned={() => void networks.refresh()} />
  if (step.at === 'plan')
    return <PlanScreen step={step} work={work} onImported={() => void networks.refresh()} />
  return <Overview work={work} networks={networks} />
}

function Overview({ work, networks }: { work: ReportWork; networks: NetworksAnswer }) {
  const age = useCopyAge(networks)
  const { value } = networks
  return (
    <Screen title="Earned elsewhere" freshness={networks} back={paths.walletRequests} tall narrow>
      <div className={`${css.screen} fill-column`}>
        <AnswerList
          what="networks"
          answer={networks}
          rows={value?.results}
          loading={<Loading />}
          empty={
            <EmptyState
              title="No reports yet"
              text="Add a report from Amazon, Awin, CJ or another network to see which of your links earned it."
            />
          }
        >
          {(results) => (
            <>
              {value && <Sum elsewhere={value.earned_elsewhere} age={age} />}
              <ul className={`${css.list} stack`} aria-label="Networks">
                {results.map((one) => (
                  <Network key={one.network} network={one} live={age === null} />
                ))}
              </ul>
            </>
          )}
        </AnswerList>
        {value && value.unmatched > 0 && (
          <ListLink
            className={css.wide}
            href={networksPath({ rows: 'unmatched' })}
            label={`${count(value.unmatched)} ${value.unmatched === 1 ? 'row' : 'rows'} without a link`}
            help="Match them to your links"
          />
        )}
        {value && value.results.length > 0 && (
          <ListLink className={css.wide} href={paths.dataExports} label="Export as a CSV file" />
        )}
        <SubIdSettings />
        <AddReport work={work} running={value?.running ?? null} />
      </div>
    </Screen>
  )
}

function Sum({ elsewhere, age }: { elsewhere: EarnedElsewhere; age: string | null }) {
  const withoutRate = withoutRateText(elsewhere)
  return (
    <section className="stack" aria-label="Last 30 days">
      <dl className={css.sum}>
        <dt>{`Confirmed in the last 30 days, approx.${age ? `, ${age}` : ''}`}</dt>
        <Figure amount={elsewhere.approved} age={age} />
      </dl>
      <p className={css.lead}>
        <span>Paid by the networks themselves.</span>
        {elsewhere.pending !== 0 && <span>{` ${money(elsewhere.pending)} more is pending.`}</span>}
      </p>
      {withoutRate !== null && <p className="hint">{withoutRate}</p>}
    </section>
  )
}

function Network({ network: one, live }: { network: Networks['results'][number]; live: boolean }) {
  const report = one.reported_until ? `Report of ${dayText(Date.parse(one.reported_until))}, ` : ''
  return (
    <li className={css.row}>
      <span>
        <b>{networkName(one.network)}</b>
        <span className="hint">
          {`${report}${count(one.orders)} ${one.orders === 1 ? 'order' : 'orders'}`}
        </span>
      </span>
      <span className={`${css.earned} num`} data-old={!live || undefined} translate="no">
        {money(one.approved_dollars)}
      </span>
    </li>
  )
}

function AddReport({ work, running }: { work: ReportWork; running: Networks['running'] }) {
  const input = useRef<HTMLInputElement>(null)
  const { step } = work
  const isSending = step.at === 'sending'
  return (
    <>
      <p role="alert" className={css.refused}>
        {step.at === 'list' && step.refused && (
          <>
            <InfoIcon size={18} aria-hidden />
            <span>{step.refused}</span>
          </>
        )}
      </p>
      <div role="status" className={css.progress}>
        {isSending && <Progress sent={step.sent} dryRun={step.dryRun} running={running} />}
      </div>
      <ActionBar className={css.wide}>
        {isSending ? (
          <Button size="lg" onClick={work.cancelSending}>
            Cancel
          </Button>
        ) : (
          <Button
            size="lg"
            variant="primary"
            icon={UploadSimpleIcon}
            onClick={() => input.current?.click()}
          >
            Add a report
          </Button>
        )}
      </ActionBar>
      <FileInput ref={input} label="Report" accept={REPORT_ACCEPT} onChoose={work.choose} />
    </>
  )
}

type ProgressProps = { sent: number; dryRun: boolean; running: Networks['running'] }

function Progress({ sent, dryRun, running }: ProgressProps) {
  const text =
    sent < 1
      ? 'Sending the report'
      : dryRun || !running
        ? 'Reading the rows'
        : `${count(running.done)} of ${count(running.rows)} rows`
  const value = sent < 1 ? sent : running && !dryRun ? running.done / running.rows : undefined
  return (
    <>
      <span>{text}</span>
      <progress aria-label={text} max={1} value={value} />
    </>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading networks" className={`${css.list} stack`}>
    <Skeleton width="60%" height={52} radius={14} />
    <Skeleton height={56} radius={14} />
    <Skeleton height={56} radius={14} />
  </div>
)
