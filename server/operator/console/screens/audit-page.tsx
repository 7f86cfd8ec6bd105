import { Empty, PageHead, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { ACTIONS, actionOf, type ActionName } from '../../actions/actions.ts'
import type { AuditEntry, EntryFilter } from '../../actions/audit-log.ts'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import type { PersonEvent } from './person-events.ts'

export const ENTRIES_PER_PAGE = 50

type Props = { visit: Visit; entries: AuditEntry[]; filter: EntryFilter }

export const AuditPage = ({ visit, entries, filter }: Props) => {
  const shown = entries.slice(0, ENTRIES_PER_PAGE)
  const last = entries.length > ENTRIES_PER_PAGE ? shown.at(-1) : undefined
  return (
    <ConsolePage visit={visit} screen="audit" title="Audit">
      <PageHead title="Audit" text="What staff and the command line did, newest first." />
      <Filter filter={filter} />
      {shown.length === 0 ? (
        <Empty title="No entries" text="Nothing was done yet, or the filter is too narrow." />
      ) : (
        <EntryTable entries={shown} />
      )}
      {last && (
        <p class="pages">
          <a class="btn" href={olderPath(filter, last.position)}>
            Older entries
          </a>
        </p>
      )}
    </ConsolePage>
  )
}

/** Shows the latest entries about a subject, for the end of its page. */
export const WhatHappened = ({ entries, what }: { entries: AuditEntry[]; what: string }) => (
  <>
    <h2>What happened</h2>
    {entries.length === 0 ? (
      <p class="none">Staff have done nothing with this {what}.</p>
    ) : (
      <EntryTable entries={entries} />
    )}
  </>
)

type AccountProps = { entries: AuditEntry[]; events: PersonEvent[] }

/** Not the user's name, which could be that of a member of staff. */
const ACCOUNT_OWNER = 'Account owner'

/** Shows what staff did with an account and what its owner did, newest first. */
export const WhatHappenedToAccount = ({ entries, events }: AccountProps) => {
  const own = events.map(({ at, does, detail }) => ({
    at,
    who: ACCOUNT_OWNER,
    what: does,
    change: detail,
    why: '',
  }))
  const rows = [...entries.map(toRow), ...own].toSorted((one, other) => +other.at - +one.at)
  return (
    <>
      <h2>What happened</h2>
      <RowTable label="What happened" rows={rows} />
    </>
  )
}

type Row = { at: Date; who: string; what: string; change: string; why: string }

const toRow = (entry: AuditEntry): Row => ({
  at: entry.at,
  who: entry.who,
  what: `${doesOf(entry.action)}: ${entry.subject}`,
  change: changesOf(entry),
  why: entry.why,
})

const EntryTable = ({ entries }: { entries: AuditEntry[] }) => (
  <RowTable label="Audit log" rows={entries.map(toRow)} />
)

const RowTable = ({ label, rows }: { label: string; rows: Row[] }) => (
  <Table
    label={label}
    columns={[
      { name: 'When', is: 'short', cell: ({ at }) => shownMinute(at) },
      { name: 'Who', cell: ({ who }) => who },
      { name: 'What', is: 'long', cell: ({ what }) => what },
      { name: 'Change', is: 'long', cell: (row) => <Change {...row} /> },
    ]}
    rows={rows}
  />
)

const Change = ({ change, why }: Row) => (
  <>
    {change}
    {why !== '' && <p class="sub">“{why}”</p>}
  </>
)

const doesOf = (name: string) =>
  Object.hasOwn(ACTIONS, name) ? actionOf(name as ActionName).does : name

type State = Record<string, unknown>
const stateOf = (value: unknown): State =>
  value !== null && typeof value === 'object' ? (value as State) : {}

/** Returns the values that differ, for example "state: held → approved". */
function changesOf({ before, after }: AuditEntry): string {
  const [old, current] = [stateOf(before), stateOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  return names
    .filter((name) => old[name] !== current[name])
    .map((name) => {
      const value = valueText(current[name])
      return Object.hasOwn(old, name)
        ? `${name}: ${valueText(old[name])} → ${value}`
        : `${name}: ${value}`
    })
    .join(', ')
}

const valueText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

const Filter = ({ filter }: { filter: EntryFilter }) => (
  <form class="filter" method="get" action="/console/audit">
    <label for="action">
      Action
      <select id="action" name="action">
        <option value="">All</option>
        {Object.entries(ACTIONS).map(([name, { does }]) => (
          <option key={name} value={name} selected={name === filter.action}>
            {does}
          </option>
        ))}
      </select>
    </label>
    <label for="subject">
      Subject
      <input id="subject" name="subject" type="text" value={filter.subjects?.[0]} maxlength={200} />
    </label>
    <button class="btn" type="submit">
      Filter
    </button>
  </form>
)

function olderPath({ action, subjects }: EntryFilter, before: number): string {
  const query = new URLSearchParams({
    ...(action !== undefined && { action }),
    ...(subjects?.[0] !== undefined && { subject: subjects[0] }),
    before: String(before),
  })
  return `/console/audit?${query.toString()}`
}
