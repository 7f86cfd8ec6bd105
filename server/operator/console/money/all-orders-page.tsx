import { shownDay, Table } from '../../../platform/html/parts.tsx'
import { earnedText } from '../../earned.ts'
import { amountText, ORDER_STATES, ORDERS_PER_PAGE, type ListedOrder } from '../../list-orders.ts'
import type { Visit } from '../frame/console-session.ts'
import { PersonLink } from '../frame/parts.tsx'
import { stateText } from '../screens/order-state.ts'
import { MoneyPage } from './money-page.tsx'

type Props = {
  visit: Visit
  orders: ListedOrder[]
  brands: { key: string; name: string }[]
  filter: { brand?: string | undefined; state?: string | undefined; page: number }
}

export const AllOrdersPage = ({ visit, orders, brands, filter }: Props) => (
  <MoneyPage visit={visit} tab="all-orders">
    <form class="filter" method="get" action="/console/money/all-orders">
      <label for="brand">
        Brand
        <select id="brand" name="brand">
          <option value="">All</option>
          {brands.map(({ key, name }) => (
            <option key={key} value={key} selected={key === filter.brand}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label for="state">
        Status
        <select id="state" name="state">
          <option value="">All</option>
          {ORDER_STATES.map((state) => (
            <option key={state} value={state} selected={state === filter.state}>
              {state}
            </option>
          ))}
        </select>
      </label>
      <button class="btn" type="submit">
        Filter
      </button>
    </form>
    <Table
      label="Orders"
      columns={[
        { name: 'Order', cell: ({ row }) => row.orderId },
        { name: 'Day', is: 'short', cell: ({ row }) => shownDay(row.orderedAt, true) },
        { name: 'Person', cell: ({ row, email }) => <PersonLink id={row.userId} email={email} /> },
        { name: 'Brand', cell: ({ brandName }) => brandName ?? '' },
        { name: 'Amount', is: 'number', cell: ({ row }) => amountText(row) },
        { name: 'Commission', is: 'number', cell: ({ row }) => earnedText(row) },
        { name: 'Status', cell: ({ row }) => stateText(row) },
      ]}
      rows={orders.slice(0, ORDERS_PER_PAGE)}
      empty={{ title: 'No orders', text: 'There are none, or the filter is too narrow.' }}
    />
    {orders.length > ORDERS_PER_PAGE && (
      <p class="pages">
        <a class="btn" href={nextPath(filter)}>
          Older orders
        </a>
      </p>
    )}
  </MoneyPage>
)

function nextPath({ brand = '', state = '', page }: Props['filter']): string {
  const query = new URLSearchParams({ brand, state, page: String(page + 1) })
  return `/console/money/all-orders?${query.toString()}`
}
