import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/CaretUp'
import { Fragment, useState } from 'react'
import { count, money, percent } from '#app/formats.ts'
import type { Analytics, AnalyticsRow } from '#contract/analytics.ts'
import { weekday } from './days.ts'
import { daysText } from './range.ts'
import css from './table.module.css'

type Numbers = Pick<AnalyticsRow, 'clicks' | 'people' | 'conversions' | 'revenue' | 'commissions'>
type Column = { id: keyof Numbers | 'key'; head: string; text: (row: Numbers) => string }

const COLUMNS: readonly Column[] = [
  { id: 'clicks', head: 'Clicks', text: (row) => count(row.clicks) },
  { id: 'people', head: 'People', text: (row) => count(row.people) },
  { id: 'conversions', head: 'Orders', text: (row) => count(row.conversions) },
  { id: 'revenue', head: 'Sold for brands', text: (row) => money(row.revenue) },
]
const splitOf = ({ commissions, revenue }: Numbers) =>
  revenue > 0 ? percent((commissions / revenue) * 100) : '–'

/** The days that have something, the latest first; a head that is pressed sorts by its column. */
export function DaysTable({ value: { results, totals, period } }: { value: Analytics }) {
  const [sort, setSort] = useState<{ by: Column['id']; up: boolean }>({ by: 'key', up: false })
  const sorted = results.toSorted((a, b) => compare(a[sort.by], b[sort.by]) * (sort.up ? 1 : -1))
  const head = (by: Column['id'], text: string) => (
    <Head
      text={text}
      sorted={sort.by === by ? (sort.up ? 'ascending' : 'descending') : undefined}
      onPress={() => setSort({ by, up: sort.by === by && !sort.up })}
    />
  )
  return (
    <section className={css.scroller} aria-label="Numbers by day" tabIndex={0}>
      <table className={css.table}>
        <caption className="vh">Numbers by day</caption>
        <thead>
          <tr>
            {head('key', 'Day')}
            {COLUMNS.map(({ id, head: text }) => (
              <Fragment key={id}>{head(id, text)}</Fragment>
            ))}
            <th scope="col">Your split</th>
            {head('commissions', 'Earned')}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.key} head={weekday(row.key)} row={row} />
          ))}
        </tbody>
        <tfoot>
          <Row head={daysText(period.days)} row={totals} />
        </tfoot>
      </table>
    </section>
  )
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

type HeadProps = {
  text: string
  sorted: 'ascending' | 'descending' | undefined
  onPress: () => void
}

const Head = ({ text, sorted, onPress }: HeadProps) => (
  <th scope="col" aria-sort={sorted}>
    <button type="button" className={css.head} onClick={onPress}>
      {text}
      {sorted === 'ascending' && <CaretUpIcon size={12} weight="bold" aria-hidden />}
      {sorted === 'descending' && <CaretDownIcon size={12} weight="bold" aria-hidden />}
    </button>
  </th>
)

const Row = ({ head, row }: { head: string; row: Numbers }) => (
  <tr>
    <th scope="row">{head}</th>
    {COLUMNS.map(({ id, text }) => (
      <td key={id} className="num">
        {text(row)}
      </td>
    ))}
    <td className="num">{splitOf(row)}</td>
    <td className="num money">{money(row.commissions)}</td>
  </tr>
)
