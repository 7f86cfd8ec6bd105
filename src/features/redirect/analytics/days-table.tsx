import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/CaretUp'
import { Fragment, useState } from 'react'
import { count, money, percent } from '#app/formats.ts'
import type { Analytics, AnalyticsRow } from '#contract/analytics.ts'
import { useWide } from '#ui/use-media.ts'
import { weekday } from './days.ts'
import { daysText } from './range.ts'
import css from './table.module.css'

type Numbers = Pick<AnalyticsRow, 'clicks' | 'people' | 'conversions' | 'revenue' | 'commissions'>
type Column = {
  /** Column to sort by; `split` cannot be sorted, because it is computed from two columns. */
  id: keyof Numbers | 'split'
  head: string
  text: (row: Numbers) => string
}

const CLICKS: Column = { id: 'clicks', head: 'Clicks', text: (row) => count(row.clicks) }
const PEOPLE: Column = { id: 'people', head: 'People', text: (row) => count(row.people) }
const ORDERS: Column = { id: 'conversions', head: 'Orders', text: (row) => count(row.conversions) }
const SOLD: Column = { id: 'revenue', head: 'Sold for brands', text: (row) => money(row.revenue) }
const SPLIT: Column = { id: 'split', head: 'Your split', text: splitOf }
const EARNED: Column = {
  id: 'commissions',
  head: 'Earned',
  text: (row) => money(row.commissions),
}

const WIDE_COLUMNS = [CLICKS, PEOPLE, ORDERS, SOLD, SPLIT, EARNED]
/**
 * Columns on a phone. The most important ones come first, so that they need no horizontal
 * scrolling.
 */
const NARROW_COLUMNS = [CLICKS, { ...SOLD, head: 'Sold' }, EARNED, PEOPLE, ORDERS, SPLIT]

function splitOf({ commissions, revenue }: Numbers): string {
  return revenue > 0 ? percent((commissions / revenue) * 100) : '–'
}

type SortBy = keyof Numbers | 'key'

/** Shows the days that have numbers, latest first. Pressing a column header sorts by it. */
export function DaysTable({ value: { results, totals, period } }: { value: Analytics }) {
  const [sort, setSort] = useState<{ by: SortBy; up: boolean }>({ by: 'key', up: false })
  const sorted = results.toSorted((a, b) => compare(a[sort.by], b[sort.by]) * (sort.up ? 1 : -1))
  const columns = useWide('modal') ? WIDE_COLUMNS : NARROW_COLUMNS
  const head = (by: SortBy, text: string) => (
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
            {columns.map(({ id, head: text }) => (
              <Fragment key={id}>
                {id === 'split' ? <th scope="col">{text}</th> : head(id, text)}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.key} head={weekday(row.key)} row={row} columns={columns} />
          ))}
        </tbody>
        <tfoot>
          <Row head={daysText(period.days)} row={totals} columns={columns} />
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
      <span>{text}</span>
      {sorted === 'ascending' && <CaretUpIcon size={12} weight="bold" aria-hidden />}
      {sorted === 'descending' && <CaretDownIcon size={12} weight="bold" aria-hidden />}
    </button>
  </th>
)

type RowProps = { head: string; row: Numbers; columns: readonly Column[] }

const Row = ({ head, row, columns }: RowProps) => (
  <tr>
    <th scope="row">{head}</th>
    {columns.map(({ id, text }) => (
      <td key={id} className={id === 'commissions' ? 'num money' : 'num'}>
        {text(row)}
      </td>
    ))}
  </tr>
)
