import { Csrf } from '../../../platform/html/work-document.tsx'
import { Empty, shownDay, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { earnedText } from '../../earned.ts'
import type { WaitingCall, WaitingOrder } from '../../waiting-orders.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { Choose, PersonLink } from '../frame/parts.tsx'
import { stateText } from '../screens/order-state.ts'
import { MoneyPage } from './money-page.tsx'

type Props = { visit: Visit; orders: WaitingOrder[]; calls: WaitingCall[] }

const PATH = '/console/money/orders'
const DECIDE = 'decide'

export const OrdersPage = ({ visit, orders, calls }: Props) => (
  <MoneyPage visit={visit} tab="orders">
    {orders.length === 0 && calls.length === 0 && (
      <Empty title="Nothing to decide" text="Held orders appear here." />
    )}
    {orders.length > 0 && <Orders orders={orders} />}
    {orders.some(({ row }) => row.state === 'held') && <DecideForm visit={visit} />}
    {calls.length > 0 && <Calls visit={visit} calls={calls} />}
    <h2>Import</h2>
    <p class="lead">
      Columns: brand, order_id, amount; optional: click_id, code, currency, status, reason,
      ordered_at, new_customer. An order that is known changes nothing.
    </p>
    <ActionForm
      {...{ visit, action: 'order.import', subject: 'file orders', back: PATH }}
      name="Import orders"
      asks={['file']}
    />
  </MoneyPage>
)

const Orders = ({ orders }: { orders: WaitingOrder[] }) => (
  <Table
    label="Orders to decide"
    columns={[
      {
        name: 'Order',
        cell: ({ row }) =>
          row.state === 'held' ? (
            <Choose id={row.id} form={DECIDE} name={row.orderId} />
          ) : (
            row.orderId
          ),
      },
      { name: 'Person', cell: ({ row, email }) => <PersonLink id={row.userId} email={email} /> },
      { name: 'Brand', cell: ({ brand }) => brand ?? '' },
      { name: 'Commission', is: 'number', cell: ({ row }) => earnedText(row) },
      { name: 'Status', is: 'long', cell: ({ row }) => <Status row={row} /> },
    ]}
    rows={orders}
  />
)

const Status = ({ row }: { row: WaitingOrder['row'] }) => (
  <>
    {stateText(row)}
    {row.holdLookAt && (
      <p class="sub">The creator expects an answer by {shownDay(row.holdLookAt)}.</p>
    )}
    {row.appeal && <p class="sub">The creator objects: “{row.appeal}”</p>}
  </>
)

/** Shows the form that decides about all chosen orders. Its boxes are in the table. */
const DecideForm = ({ visit }: { visit: Visit }) => (
  <form method="post" action="/console/actions/order.approve" id={DECIDE} class="decide">
    <Csrf value={visit.csrf} />
    <input type="hidden" name="subject" value="order" />
    <input type="hidden" name="many" value="yes" />
    <input type="hidden" name="back" value={PATH} />
    <label for="why">
      Reason for the chosen orders
      <input id="why" name="why" type="text" required maxlength={500} autocomplete="off" />
    </label>
    <button class="btn primary" type="submit">
      Approve
    </button>
    <button class="btn" type="submit" formaction="/console/actions/order.reverse">
      Decline
    </button>
  </form>
)

const Calls = ({ visit, calls }: { visit: Visit; calls: WaitingCall[] }) => (
  <>
    <h2>Calls with an unknown click</h2>
    <Table
      label="Calls with an unknown click"
      columns={[
        {
          name: 'Call',
          cell: ({ id, state }) => `${id}${state === 'parked' ? ', waits for its click' : ''}`,
        },
        { name: 'When', is: 'short', cell: ({ at }) => shownMinute(at) },
        { name: 'Request', is: 'long', cell: ({ raw }) => <code class="raw">{raw}</code> },
        {
          name: 'Action',
          is: 'act',
          cell: ({ id }) => (
            <ActionForm
              {...{ visit, action: 'order.assign', subject: `call ${id}`, back: PATH }}
              name="Assign"
              asks={['link']}
            />
          ),
        },
      ]}
      rows={calls}
    />
  </>
)
