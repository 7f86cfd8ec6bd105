import { shownMinute, Table, Tag } from '../../platform/html/parts.tsx'
import { LOG_LENGTH, type Delivery } from './shop-log.ts'

const OUTCOMES = {
  order: ['on', 'Order'],
  change: ['on', 'Change'],
  refund: ['on', 'Refund'],
  cancelled: ['on', 'Cancelled'],
  test: ['plain', 'Test'],
  waiting: ['warn', 'Waiting'],
  ignored: ['plain', 'Ignored'],
  refused: ['danger', 'Refused'],
} as const

export const OutcomeTag = ({ outcome }: Pick<Delivery, 'outcome'>) => {
  const [tone, words] = OUTCOMES[outcome]
  return <Tag tone={tone}>{words}</Tag>
}

/** Shows the deliveries of a shop and what became of each. */
export const ShopLog = ({ log }: { log: Delivery[] }) => (
  <section id="log">
    <h2>Deliveries</h2>
    <p class="lead">The last {LOG_LENGTH}, newest first. Times are UTC.</p>
    <Table
      label="Deliveries"
      columns={[
        { name: 'Time', is: 'short', cell: (delivery) => shownMinute(delivery.at) },
        { name: 'Event', is: 'short', cell: (delivery) => delivery.kind },
        { name: 'Order', is: 'short', cell: (delivery) => delivery.orderNumber },
        {
          name: 'Result',
          is: 'short',
          cell: (delivery) => <OutcomeTag outcome={delivery.outcome} />,
        },
        { name: 'Explanation', is: 'long', cell: (delivery) => delivery.why },
        {
          name: 'Delivery id',
          is: 'long',
          cell: (delivery) => <span class="code">{delivery.senderId ?? ''}</span>,
        },
        {
          name: 'Received',
          is: 'number',
          cell: (delivery) => (delivery.times === 1 ? 'Once' : `${delivery.times} times`),
        },
      ]}
      rows={log}
      empty={{
        title: 'No deliveries yet',
        text: 'They appear here after your shop sent the first one.',
      }}
    />
  </section>
)
