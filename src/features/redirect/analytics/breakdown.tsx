import { shownName } from '#contract/text/hosts.ts'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useState } from 'react'
import { count, money } from '#app/formats.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { rateText } from '#features/links/rules/results.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import { Button } from '#ui/button.tsx'
import { downloadText } from '#ui/download-text.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { Thumb } from '#ui/pictures/thumb.tsx'
import { paths } from '#paths.ts'
import css from './breakdown.module.css'
import { AppVerdicts } from './app-verdicts.tsx'
import { csvOf } from './csv-file.ts'
import { ruleName } from './rule-name.ts'
import { useBreakdown, type Subject, type Dimension, type BreakdownRow } from './use-analytics.ts'

const TABS: readonly { id: Dimension; label: string; what: string }[] = [
  { id: 'link', label: 'Links', what: 'links' },
  { id: 'tag', label: 'Tags', what: 'tags' },
  { id: 'source', label: 'Sources', what: 'sources' },
  { id: 'referrer', label: 'Websites', what: 'websites' },
  { id: 'device', label: 'Devices', what: 'devices' },
  { id: 'country', label: 'Countries', what: 'countries' },
  { id: 'rule', label: 'Rules', what: 'rules' },
  { id: 'app', label: 'Apps', what: 'apps' },
]
const LINK_TABS = TABS.filter(({ id }) => id !== 'link' && id !== 'tag')
/** Rules belong to one link. */
const ALL_TABS = TABS.filter(({ id }) => id !== 'rule')

/** Explanations above the rows. */
const NOTES: Partial<Record<Dimension, string>> = {
  tag: 'A link with two tags counts for both. Current tags apply.',
  source: 'Where you shared a link. Share has an address for each place.',
  app: 'Apps with a browser of their own. “To the browser” are visitors who were shown the way out.',
}

type BreakdownProps = { subject: Subject; knowsCountries: boolean }

/** Shows the numbers by link, tag, source, website, device, country, rule or app. */
export function Breakdown({ subject, knowsCountries }: BreakdownProps) {
  const tabs = subject.link === undefined ? ALL_TABS : LINK_TABS
  const [chosen, setChosen] = useState<Dimension>(tabs[0]!.id)
  return (
    <section className={`${css.breakdown} stack`} aria-label="Where they come from">
      <Tabs
        name="analytics"
        label="Numbers by"
        tabs={tabs}
        selected={chosen}
        onSelect={setChosen}
        className={css.tabs}
      />
      <TabPanel name="analytics" id={chosen}>
        {chosen === 'country' && !knowsCountries ? (
          <p className={`${css.note} hint`}>
            Countries are not set up on this server. The operator can add a country database
            (GEOIP_DB).
          </p>
        ) : (
          <BreakdownList key={chosen} subject={subject} by={chosen} />
        )}
      </TabPanel>
    </section>
  )
}

function BreakdownList({ subject, by }: { subject: Subject; by: Dimension }) {
  const answer = useBreakdown(subject, by)
  const what = TABS.find(({ id }) => id === by)?.what ?? ''
  return (
    <AnswerList
      what={what}
      rows={answer.value?.items}
      answer={answer}
      loading={<BreakdownSkeleton what={what} />}
      empty={<p className={`${css.note} hint`}>No data for this period.</p>}
    >
      {(rows) => (
        <>
          {NOTES[by] && <p className={`${css.note} hint`}>{NOTES[by]}</p>}
          <ul className="stack" aria-label={`Numbers by ${by}`}>
            <Rows rows={rows} by={by} link={subject.link} />
          </ul>
          {by === 'app' && <AppVerdicts rows={rows} />}
          <div className={css.foot}>
            {answer.value?.next !== null && (
              <Button size="sm" busy={answer.adding} onClick={answer.more}>
                Show more
              </Button>
            )}
            <Button
              size="sm"
              variant="quiet"
              icon={DownloadSimpleIcon}
              onClick={() => downloadText(`split-${what}.csv`, csvOf(by, rows))}
            >
              {`CSV of these ${what}`}
            </Button>
          </div>
        </>
      )}
    </AnswerList>
  )
}

type RowsProps = { rows: BreakdownRow[]; by: Dimension; link: string | undefined }

function Rows({ rows, by, link }: RowsProps) {
  const [ruled] = useLinkRows(by === 'rule' && link !== undefined ? [link] : [])
  const links = useLinkRows(by === 'link' ? rows.map(({ key }) => key) : [])
  const max = {
    earned: Math.max(...rows.map(({ commissions }) => commissions)),
    clicks: Math.max(...rows.map(({ clicks }) => clicks)),
  }
  return rows.map((row, index) => {
    const { clicks, commissions } = row
    const label = by === 'rule' ? ruleName(row, ruled?.rules) : shownName(row.label)
    const rate = by === 'rule' || (by === 'app' && row.key !== '') ? rateText(row) : undefined
    const share = max.earned > 0 ? commissions / max.earned : clicks / (max.clicks || 1)
    return (
      <li key={row.id} className={css.row} data-thumb={by === 'link' || undefined}>
        {by === 'link' && <Thumb size={40} src={links[index]?.image_url ?? null} />}
        <span className={css.name}>
          {by === 'link' && row.key !== '' ? (
            <a className={css.link} href={paths.linkAnalytics(row.key)}>
              {label}
            </a>
          ) : (
            <span>{label}</span>
          )}
          {rate && <span className="hint num">{rate}</span>}
          {share > 0 && (
            <span
              className={css.bar}
              data-of={max.earned > 0 ? 'earned' : 'clicks'}
              style={{ width: `${share * 100}%` }}
            />
          )}
        </span>
        <span className={`${css.numbers} hint`}>
          <b className="num money" translate="no">
            {money(commissions)}
          </b>
          <span className="num">{`${count(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`}</span>
        </span>
      </li>
    )
  })
}

const BreakdownSkeleton = ({ what }: { what: string }) => (
  <div className="stack" role="status" aria-label={`Loading ${what}`}>
    {[70, 52, 40].map((width) => (
      <div key={width} className={css.row}>
        <Skeleton width={`${width}%`} height={13} />
      </div>
    ))}
  </div>
)
