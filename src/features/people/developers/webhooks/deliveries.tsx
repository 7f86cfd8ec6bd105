import { useState } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { AnswerList } from '#app/answer-list.tsx'
import type { Webhook, WebhookDelivery } from '#contract/developers/webhooks.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/chip.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { useWide } from '#ui/use-media.ts'
import shared from '../developers.module.css'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { resultOf, timeText } from './delivery-texts.ts'
import { resend } from './webhook-actions.ts'
import css from './webhooks.module.css'
import type { DeliveryLog } from './webhooks.ts'

type DeliveriesProps = { webhook: Webhook; log: DeliveryLog }

/** Lists the deliveries of a webhook: a table in wide windows, else rows that open a dialog. */
export function Deliveries({ webhook, log }: DeliveriesProps) {
  const wide = useWide('desk')
  const dialog = useDialogParam('delivery')
  const sendAgain = (delivery: WebhookDelivery) => void resend(webhook, delivery, log)
  const items = log.value?.items
  const chosen = items?.find(({ id }) => String(id) === dialog.value)
  const [selected, select] = useState<number>()
  return (
    <>
      <AnswerList
        what="deliveries"
        rows={items}
        answer={log}
        loading={<RowsSkeleton label="Loading deliveries" />}
        empty={<p className={shared.empty}>No deliveries yet. Send a test to see one.</p>}
      >
        {(rows) =>
          wide ? (
            <DeliveryTable
              rows={rows}
              shown={rows.find(({ id }) => id === selected) ?? chosen ?? rows[0]}
              show={select}
              sendAgain={sendAgain}
            />
          ) : (
            <DeliveryRows rows={rows} open={(id) => dialog.open(String(id))} />
          )
        }
      </AnswerList>
      {log.value?.next !== null && log.value !== undefined && (
        <Button className={css.older} busy={log.adding} onClick={log.more}>
          Show older
        </Button>
      )}
      {!wide && chosen && (
        <Modal
          title={chosen.event}
          onClose={dialog.close}
          footer={<Button onClick={() => sendAgain(chosen)}>Send again</Button>}
        >
          <p className={css.facts}>
            <span>{`${timeText(chosen.attempted_at ?? chosen.created_at)}, ${triesText(chosen)}`}</span>
            <ResultTag delivery={chosen} />
          </p>
          <DeliveryDetails delivery={chosen} />
        </Modal>
      )}
    </>
  )
}

const triesText = ({ attempts }: WebhookDelivery) =>
  attempts === 1 ? '1 try' : `${attempts} tries`

function ResultTag({ delivery }: { delivery: WebhookDelivery }) {
  const { text, tone } = resultOf(delivery)
  return <Tag tone={tone}>{text}</Tag>
}

type DeliveryRowsProps = { rows: WebhookDelivery[]; open: (id: number) => void }

const DeliveryRows = ({ rows, open }: DeliveryRowsProps) => (
  <ul className={shared.rows} aria-label="Deliveries">
    {rows.map((row) => (
      <li key={row.id}>
        <ListButton
          label={row.event}
          help={`${timeText(row.attempted_at ?? row.created_at)}, ${triesText(row)}`}
          value={<ResultTag delivery={row} />}
          onClick={() => open(row.id)}
        />
      </li>
    ))}
  </ul>
)
