import { formatCents } from '../../platform/money.ts'
import { Chart } from './chart.tsx'
import type { Desk } from './desk-session.tsx'
import { DeskPage } from './layout.tsx'
import { addUp, ZERO_SUMS, type DaySums, type Sums } from './numbers.ts'
import {
  Empty,
  PageHead,
  shownCount,
  shownDay,
  Summary,
  Table,
  type Column,
} from '../../platform/html/parts.tsx'
import { Ranges } from './ranges.tsx'
import { daysIn, type Range } from './range.ts'
import { CsvLink } from './csv-link.tsx'

type Props = { desk: Desk; range: Range; days: ReadonlyMap<string, DaySums> }

export const TrafficPage = ({ desk, range, days }: Props) => (
  <DeskPage desk={desk} tab="traffic" title="Traffic and sales">
    <PageHead
      title="Traffic and sales"
      text="By day of the click or order, in UTC. Orders count once your shop has reported them."
    >
      <Ranges path="/desk/traffic" range={range} />
      <CsvLink href={`/desk/traffic.csv?days=${range.days}`} />
    </PageHead>
    <Summary facts={factsOf(addUp(days.values()))} />
    {days.size === 0 ? (
      <Empty
        title="No clicks or orders in this period"
        text="Clicks appear here as soon as someone follows a creator’s link to your shop."
      />
    ) : (
      <>
        <Chart range={range} days={days} />
        <h2>By day</h2>
        <DaysTable range={range} days={days} />
      </>
    )}
  </DeskPage>
)

export const factsOf = (sums: Sums) => [
  { name: 'Clicks', value: shownCount(sums.clicks), hue: 'clicks' as const },
  { name: 'Orders', value: shownCount(sums.orders) },
  { name: 'Sales', value: formatCents(sums.salesCents), hue: 'money' as const },
  { name: 'Returned', value: formatCents(sums.returnedCents) },
  { name: 'Commission', value: formatCents(sums.commissionCents) },
]

/** Columns of sums, in the order of `factsOf`. */
export const SUM_COLUMNS: Column<Sums>[] = factsOf(ZERO_SUMS).map(({ name }, nth) => ({
  name,
  is: 'number',
  cell: (sums) => factsOf(sums)[nth]?.value,
}))

type TableProps = {
  range: Range
  days: ReadonlyMap<string, DaySums>
  /** Returns the partner's name or number on that day. */
  nameOn?: (day: string) => string
}

/** Shows statistics by day, newest first, without empty days. */
export const DaysTable = ({ range, days, nameOn }: TableProps) => {
  const shown = daysIn(range)
    .reverse()
    .flatMap((day) => days.get(day) ?? [])
  const partner: Column<DaySums>[] = nameOn
    ? [{ name: 'Partner', cell: ({ day }) => nameOn(day) }]
    : []
  const total = factsOf(addUp(days.values())).map(({ value }) => value)
  return (
    <Table
      label="By day"
      columns={[
        { name: 'Day', cell: ({ day }) => shownDay(day, true) },
        ...partner,
        ...SUM_COLUMNS,
      ]}
      rows={shown}
      foot={['Total', ...partner.map(() => ''), ...total]}
    />
  )
}
