import { APP_NAME } from '#contract/app-constants.ts'
import { formatCents } from '../../platform/money.ts'
import type { DeskActions } from './desk-actions.ts'
import { DeskPage } from './layout.tsx'
import { PageHead, shownDay, Table, Tag } from '../../platform/html/parts.tsx'
import { may } from './people/permissions.ts'
import { MissingSales, type MissingProps } from './missing-sales.tsx'

type Order = Awaited<ReturnType<DeskActions['orders']>>[number]

type Props = MissingProps & { orders: Order[] }

export const OrdersPage = ({ desk, orders, names, ...about }: Props) => (
  <DeskPage desk={desk} tab="orders" title="Orders">
    <PageHead title="Orders" text="The last 100 orders that your shop reported.">
      {may(desk.person.role, 'GET /desk/shop') && (
        <>
          <a class="btn" href="/desk/shop">
            Connect your shop
          </a>
          <a class="btn" href="/desk/postbacks">
            Postbacks
          </a>
          <a class="btn" href="/desk/webhooks">
            Webhooks
          </a>
        </>
      )}
    </PageHead>
    <Table
      label="Orders"
      columns={[
        { name: 'Order', cell: (order) => <span class="code">{order.orderId}</span> },
        { name: 'Day', is: 'short', cell: (order) => shownDay(order.orderedAt, true) },
        { name: 'Partner', cell: (order) => names.at(order.userId, order.orderedAt) },
        { name: 'State', is: 'short', cell: (order) => <StateTag state={order.state} /> },
        {
          name: 'Amount',
          is: 'number',
          cell: (order) => (order.isPriced ? formatCents(order.baseCents) : 'No exchange rate yet'),
        },
        { name: 'Commission', is: 'number', cell: (order) => formatCents(order.feeCents) },
      ]}
      rows={orders}
      empty={{
        title: 'No orders yet',
        text: `Connect your shop. Its orders from ${APP_NAME} links appear here.`,
      }}
    />
    <MissingSales desk={desk} names={names} {...about} />
  </DeskPage>
)

const STATES = {
  new: ['plain', 'New'],
  pending: ['warn', 'Pending'],
  held: ['warn', 'In review'],
  approved: ['on', 'Approved'],
  available: ['on', 'Approved'],
  reversed: ['plain', 'Reversed'],
} as const

const StateTag = ({ state }: { state: Order['state'] }) => {
  const [tone, words] = STATES[state]
  return <Tag tone={tone}>{words}</Tag>
}
