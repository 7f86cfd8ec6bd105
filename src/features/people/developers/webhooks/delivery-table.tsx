import type { WebhookDelivery } from '#contract/developers/webhooks.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { resultOf, timeText } from './delivery-texts.ts'
import css from './webhooks.module.css'

type DeliveryTableProps = {
  rows: WebhookDelivery[]
  /** Delivery whose details are below the table. */
  shown: WebhookDelivery | undefined
  show: (id: number) => void
  sendAgain: (delivery: WebhookDelivery) => void
}

/** Shows deliveries as a table, and the details of one below it. */
export function DeliveryTable({ rows, shown, show, sendAgain }: DeliveryTableProps) {
  return (
    <>
      <table className={css.table} aria-label="Deliveries">
        <thead>
          <tr>
            <th>Time</th>
            <th>Event</th>
            <th>Answer</th>
            <th className={css.number}>Tries</th>
            <th>
              <span className="vh">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isShown={row.id === shown?.id}
              show={() => show(row.id)}
              sendAgain={() => sendAgain(row)}
            />
          ))}
        </tbody>
      </table>
      {shown && (
        <section id="delivery" className={css.panel} aria-label={`Details of ${shown.event}`}>
          <DeliveryDetails delivery={shown} />
        </section>
      )}
    </>
  )
}

type RowProps = {
  row: WebhookDelivery
  isShown: boolean
  show: () => void
  sendAgain: () => void
}

function Row({ row, isShown, show, sendAgain }: RowProps) {
  const { text, tone } = resultOf(row)
  return (
    <tr data-shown={isShown || undefined}>
      <td className={css.time}>{timeText(row.attempted_at ?? row.created_at)}</td>
      <td>
        <button
          type="button"
          className={css.event}
          aria-pressed={isShown}
          aria-controls="delivery"
          translate="no"
          onClick={show}
        >
          {row.event}
        </button>
      </td>
      <td>
        <Tag tone={tone}>{text}</Tag>
      </td>
      <td className={css.number}>{row.attempts}</td>
      <td className={css.action}>
        <Button size="md" onClick={sendAgain}>
          Send again
        </Button>
      </td>
    </tr>
  )
}
