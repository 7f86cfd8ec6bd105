import { shownDollars } from '../money.ts'
import type { Books } from './books.ts'
import type { Desk } from './door.tsx'
import { DeskPage } from './layout.tsx'
import { Empty, Head, shownDay, Table, Tag } from './parts.tsx'
import type { Names } from './partners.ts'

type Order = Awaited<ReturnType<Books['orders']>>[number]
type Missing = Awaited<ReturnType<Books['missing']>>[number]

type Props = { desk: Desk; orders: Order[]; missing: Missing[]; names: Names }

export const OrdersPage = ({ desk, orders, missing, names }: Props) => (
  <DeskPage desk={desk} tab="orders" title="Orders">
    <Head title="Orders" text="The last 100, as your shop told us of them.">
      <a class="btn" href="/desk/postbacks">
        Postbacks
      </a>
    </Head>
    {orders.length === 0 ? (
      <Empty title="No orders yet" text="They appear with your shop’s first postback." />
    ) : (
      <Table
        label="Orders"
        columns={[
          { name: 'Order' },
          { name: 'Day', is: 'short' },
          { name: 'Partner' },
          { name: 'State', is: 'short' },
          { name: 'Amount', is: 'number' },
          { name: 'Commission', is: 'number' },
        ]}
        rows={orders.map((order) => ({
          id: order.id,
          cells: [
            <span key="order" class="code">
              {order.orderId}
            </span>,
            shownDay(order.orderedAt, true),
            names.at(order.userId, order.orderedAt),
            <StateTag key="state" state={order.state} />,
            order.isPriced ? shownDollars(order.baseCents) : 'Waits for a rate',
            shownDollars(order.feeCents),
          ],
        }))}
      />
    )}
    <MissingSales missing={missing} names={names} />
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

const ANSWERS = { open: 'Being looked for', accepted: 'Accepted', declined: 'Declined' } as const

const MissingSales = ({ missing, names }: Pick<Props, 'missing' | 'names'>) => (
  <section>
    <h2>Missing sales</h2>
    <p class="lead">
      Orders that creators expected and we never heard of. Send a postback for one that is right;
      whoever runs this site answers the creator.
    </p>
    {missing.length === 0 ? (
      <p class="none">Nobody misses a sale.</p>
    ) : (
      <Table
        label="Missing sales"
        columns={[
          { name: 'Order' },
          { name: 'Day', is: 'short' },
          { name: 'Partner' },
          { name: 'Told' },
          { name: 'State', is: 'short' },
          { name: 'Answer' },
        ]}
        rows={missing.map((sale) => ({
          id: sale.id,
          cells: [
            <span key="order" class="code">
              {sale.orderNumber}
            </span>,
            shownDay(sale.day, true),
            names.at(sale.userId, new Date(sale.day)),
            shownDay(sale.createdAt),
            <Tag key="state" tone={sale.state === 'open' ? 'warn' : 'plain'}>
              {ANSWERS[sale.state]}
            </Tag>,
            sale.answer,
          ],
        }))}
      />
    )}
  </section>
)
