import type { Child } from 'hono/jsx'

export const shownCount = (count: number) => count.toLocaleString('en-US')

const DAY = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const
export const shownDay = (at: string | Date, isLong = false) =>
  new Date(at).toLocaleDateString('en-US', isLong ? { ...DAY, year: 'numeric' } : DAY)
export const shownMinute = (at: Date) => `${shownDay(at)}, ${at.toISOString().slice(11, 16)}`

type HeadProps = {
  /** Page above this one. */
  back?: { href: string; text: string }
  title: string
  text?: Child
  children?: Child
}

/** Shows the way back, the title of a page and its actions. */
export const PageHead = ({ back, title, text, children }: HeadProps) => (
  <>
    {back && (
      <p class="back">
        <a href={back.href}>{back.text}</a>
      </p>
    )}
    <div class="ph">
      <div>
        <h1>{title}</h1>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children !== undefined && <div class="acts">{children}</div>}
    </div>
  </>
)

export type Fact = { name: string; value: string; hue?: 'clicks' | 'money' }

export const Summary = ({ facts }: { facts: Fact[] }) => (
  <dl class="sum">
    {facts.map(({ name, value, hue }) => (
      <div key={name}>
        <dt>
          {hue && <i class={`hue-${hue}`} />}
          {name}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Column of a table, with the content of its cells. */
export type Column<Row> = {
  name: string
  is?: 'number' | 'short' | 'long' | 'act'
  /** Whether a narrow screen shows the name beside each cell. True except for actions. */
  isLabelled?: boolean
  cell: (row: Row) => Child
}

type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Cells of the last row, one per column. */
  foot?: Child[]
  /** Text instead of a table without rows. */
  empty?: { title: string; text: string }
}

/** Shows a table. On a narrow screen each row becomes a block of labelled cells. */
export const Table = <Row,>({ label, columns, rows, foot, empty }: TableProps<Row>) =>
  rows.length === 0 && empty ? (
    <Empty {...empty} />
  ) : (
    <table class="dtable" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ name, is }) => (
            <th key={name} role="columnheader" scope="col" class={is}>
              {is === 'act' ? <span class="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) =>
          rowOf(
            columns,
            columns.map(({ cell }) => cell(row)),
          ),
        )}
        {foot && rowOf(columns, foot, 'total')}
      </tbody>
    </table>
  )

/** Returns a row with these cells. */
const rowOf = (columns: readonly Omit<Column<never>, 'cell'>[], cells: Child[], kind?: 'total') => (
  <tr role="row" class={kind}>
    {columns.map(({ name, is, isLabelled = is !== 'act' }, nth) =>
      nth === 0 ? (
        <th key={name} role="rowheader" scope="row" class={is}>
          {cells[nth]}
        </th>
      ) : (
        <td key={name} role="cell" class={is} data-label={isLabelled ? name : undefined}>
          {cells[nth]}
        </td>
      ),
    )}
  </tr>
)

export const Empty = ({ title, text }: { title: string; text: string }) => (
  <div class="empty">
    <h2>{title}</h2>
    <p>{text}</p>
  </div>
)

type TagProps = { tone: 'on' | 'good' | 'warn' | 'plain' | 'danger'; children: Child }
export const Tag = ({ tone, children }: TagProps) => (
  <span class={`tag tag-${tone}`}>{children}</span>
)

/** Shows how many there are, with `state` for screen readers; nothing if there are none. */
export const Badge = ({ count, state }: { count: number; state: string }) =>
  count > 0 ? (
    <span class="dot">
      {count}
      <span class="unseen"> {state}</span>
    </span>
  ) : null
