import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { emptinessOf } from '#app/query/emptiness.ts'
import { useCopyAge } from '#app/query/use-copy-age.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { IconButton } from '#ui/button.tsx'
import { downloadText } from '#ui/download-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Segmented } from '#ui/fields/segmented.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { EXPLANATIONS_ID, paths, type AnalyticsSearch } from '#paths.ts'
import css from './analytics.module.css'
import { NotCounted } from './not-counted.tsx'
import { barsOf } from './bars.ts'
import { Breakdown } from './breakdown.tsx'
import { csvOf } from './csv-file.ts'
import { DaysTable } from './days-table.tsx'
import { DefinitionsScreen } from './definitions-screen.tsx'
import { Funnel } from './funnel.tsx'
import { RangeBar } from './range-bar.tsx'
import { SplitChart } from './split-chart.tsx'
import { Elsewhere, Rates, Totals } from './totals.tsx'
import { useDays } from './use-analytics.ts'
import { ZoneLine } from './zone-line.tsx'

/** Shows clicks and earnings by day, link, tag and more, for all links or for one. */
export function AnalyticsScreen() {
  const { id } = useParams({ strict: false })
  if (id === EXPLANATIONS_ID) return <DefinitionsScreen />
  return id === undefined ? <AnalyticsView /> : <AnalyticsView key={id} link={id} />
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

function AnalyticsView({ link }: { link?: string }) {
  const search: AnalyticsSearch = useSearch({ strict: false })
  const days = useDays(link, search)
  const { answer, subject, today } = days
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { value } = answer
  const age = useCopyAge(answer)
  const { from, to } = subject.range
  const isEmpty = value && value.totals.clicks === 0 && value.totals.conversions === 0
  const downloadCsv = () =>
    value && downloadText(`split-${from}-${to}.csv`, csvOf('day', value.results))
  return (
    <Screen
      title={link === undefined ? 'Analytics' : (value?.link_name ?? 'Link analytics')}
      freshness={answer}
      back={link === undefined ? paths.more : paths.analytics}
      className={css.screen}
      actions={
        value && !isEmpty ? (
          <IconButton
            label="Download these days as CSV"
            icon={DownloadSimpleIcon}
            onClick={downloadCsv}
          />
        ) : null
      }
    >
      <RangeBar range={subject.range} today={today} />
      {value === null && <EmptyState title="No such link" text="It may be on another account." />}
      {value === undefined && <NumbersUnavailable answer={answer} />}
      {value && <Totals value={value} age={age} />}
      {value && <Elsewhere value={value} age={age} />}
      {isEmpty && (
        <EmptyState
          title="No clicks yet"
          text={
            link
              ? 'Share this link, and they show up here.'
              : 'Share a link, and they show up here.'
          }
        />
      )}
      {value && !isEmpty && (
        <>
          <div className={css.view}>
            <Segmented label="Show as" options={VIEWS} value={view} onChange={setView} />
          </div>
          {view === 'chart' ? (
            <SplitChart bars={barsOf(value.results, from, to)} />
          ) : (
            <DaysTable value={value} />
          )}
          {link !== undefined && <Funnel value={value} />}
          <Rates value={value} />
          <Breakdown subject={subject} knowsCountries={value.knows_countries} />
        </>
      )}
      {value && <NotCounted value={value} />}
      {value && <ZoneLine days={days} asOf={value.as_of} />}
    </Screen>
  )
}

/**
 * Shows why there are no numbers: the request is pending, failed, or nothing is saved on this
 * device.
 */
function NumbersUnavailable({ answer }: { answer: ReturnType<typeof useDays>['answer'] }) {
  switch (emptinessOf(answer)) {
    case 'failed':
      return <NotLoaded what="numbers" list={answer} />
    case 'unsaved':
      return <NothingSaved what="numbers" />
    default:
      return (
        <div className={css.loading} role="status" aria-label="Loading numbers">
          <Skeleton width="40%" height={40} />
          <Skeleton width="100%" height={220} />
        </div>
      )
  }
}
