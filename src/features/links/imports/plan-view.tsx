import { count } from '#app/formats.ts'
import type { ReadOptions } from '#api/imports.ts'
import type { ImportPlan, PreviewRow } from '#contract/imports.ts'
import { shownUrl } from '#contract/text/hosts.ts'
import { RefusalAlert } from './choose-file.tsx'
import { Counts } from './counts.tsx'
import { CodeDomain } from './code-domain.tsx'
import { APP_NAME } from '#contract/app-constants.ts'
import css from './import-dialog.module.css'
import { Problems } from './problems.tsx'
import { ReadingChoices } from './reading-choices.tsx'

type PlanViewProps = {
  file: File
  plan: ImportPlan
  reading: ReadOptions
  refused?: string | undefined
  readAs: (choice: ReadOptions) => void
}

/** Shows what an import would do, before it starts. */
export function PlanView({ file, plan, reading, refused, readAs }: PlanViewProps) {
  const header = plan.columns.map((column) => column.header)
  return (
    <div className={`${css.step} stack`}>
      <p className={css.file}>
        <b>{file.name}</b>
        <span className="hint">
          {`${count(plan.rows)} ${plan.rows === 1 ? 'row' : 'rows'}${plan.source === 'bitly' ? ', from Bitly' : ''}${plan.source === 'split' ? ', an export of this app' : ''}`}
        </span>
      </p>
      <RefusalAlert text={refused} />
      <ReadingChoices plan={plan} readAs={readAs} />
      {plan.codes_elsewhere > 0 && (
        <CodeDomain plan={plan} chosen={reading.codeDomainId} readAs={readAs} />
      )}
      <Counts counts={plan.counts} words={['new link', 'new links']} />
      <Notes plan={plan} staying={reading.codeDomainId === undefined} />
      <Problems header={header} problems={plan.problems} name={file.name} />
      <Preview rows={plan.preview} total={plan.rows} />
    </div>
  )
}

/** Shows further notes about this file. */
function Notes({ plan, staying }: { plan: ImportPlan; staying: boolean }) {
  const { new_collections: made, short_hosts: hosts, spellings, undated, columns } = plan
  const ignored = columns.filter(({ field }) => field === null).map(({ header }) => header)
  const notes = [
    made.length > 0 &&
      `${made.length === 1 ? '1 new collection' : `${count(made.length)} new collections`}: ${namesText(made)}.`,
    spellings.length > 0 &&
      `We use your spelling: ${namesText(spellings.map(({ typed, used }) => `${used} for ${typed}`))}.`,
    staying &&
      hosts.length > 0 &&
      `Links on ${namesText(hosts)} stay where they are. Your new links get their codes where these are free.`,
    plan.clicks_before > 0 &&
      `${count(plan.clicks_before)} ${plan.clicks_before === 1 ? 'visit' : 'visits'} so far. Analytics show them as “before ${APP_NAME}”.`,
    undated > 0 &&
      `${count(undated)} ${undated === 1 ? 'row has a date' : 'rows have dates'} we can’t read. They get today’s.`,
    plan.unknown_zones.length > 0 &&
      `We don’t know the time zone ${namesText(plan.unknown_zones)}. Write it as an offset, like +02:00.`,
    plan.unescaped > 0 &&
      `${count(plan.unescaped)} ${plan.unescaped === 1 ? 'address has' : 'addresses have'} HTML escapes such as &amp;. We read them as the characters they stand for.`,
    ignored.length > 0 && `Not used: ${namesText(ignored)}.`,
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <ul className={`${css.notes} hint`}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

const MAX_NAMES = 4

const namesText = (names: string[]) =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES).join(', ')} and ${count(names.length - MAX_NAMES)} more`

const OUTCOMES = {
  new: 'New',
  existing: 'There already',
  recoded: 'New, fresh code',
  error: 'Error',
}

function Preview({ rows, total }: { rows: PreviewRow[]; total: number }) {
  const title = total > rows.length ? `The first ${rows.length} rows` : 'All rows'
  return (
    <section className={`${css.part} stack`} aria-label={title}>
      <h3 className={css.title}>{title}</h3>
      <ol className={`${css.rows} stack`}>
        {rows.map((row) => (
          <li key={row.row} className={css.row}>
            <span className={css.rowNumber}>{row.row}</span>
            <span className={css.rowText}>
              <span className={css.name}>{row.name || shownUrl(row.url)}</span>
              {row.name !== '' && (
                <span className={`${css.address} hint`}>{shownUrl(row.url)}</span>
              )}
              <span className="hint">{details(row)}</span>
            </span>
            <span className={`${css.outcome} hint`} data-tone={row.outcome}>
              {OUTCOMES[row.outcome]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const details = ({ short_code, tags, collections }: PreviewRow) =>
  [short_code && `/${short_code}`, ...tags.map((tag) => `#${tag}`), ...collections]
    .filter((part) => part !== '')
    .join(' · ')
