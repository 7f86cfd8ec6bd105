import {
  deleteWebhook,
  replaceWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
} from '#api/developers/webhooks.ts'
import { runAction } from '#app/failure/run-action.ts'
import type { Webhook, WebhookDelivery } from '#contract/developers/webhooks.ts'
import { quiet } from '#http/client.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { addressText, type DeliveryLog, type WebhookList } from './webhooks.ts'

const SUBJECT = { subject: 'The webhook' }

/** Replaces one webhook in the list on the screen. */
export const setWebhook = (webhooks: WebhookList, changed: Webhook) =>
  webhooks.set((webhooks.value ?? []).map((one) => (one.id === changed.id ? changed : one)))

/** Shows a delivery in the log, as its newest if it is new. */
function setDelivery(log: DeliveryLog, changed: WebhookDelivery) {
  const { items, ...rest } = log.value ?? { items: [], next: null, pages: 1 }
  const isKnown = items.some(({ id }) => id === changed.id)
  log.set({
    ...rest,
    items: isKnown
      ? items.map((one) => (one.id === changed.id ? changed : one))
      : [changed, ...items],
  })
}

export const sendTest = ({ id }: Webhook, log: DeliveryLog) =>
  runAction('send a test', () => testWebhook(id, quiet), {
    ...SUBJECT,
    onDone(delivery) {
      setDelivery(log, delivery)
      toast('Sending a test')
    },
  })

export const resend = ({ id }: Webhook, delivery: WebhookDelivery, log: DeliveryLog) =>
  runAction('send it again', () => resendWebhookDelivery(id, delivery.id, quiet), {
    subject: 'The delivery',
    onDone(sent) {
      setDelivery(log, sent)
      toast('Sending it again')
    },
  })

/** Turns a webhook on or off. */
export const switchWebhook = (webhook: Webhook, isActive: boolean, webhooks: WebhookList) =>
  runAction(
    `turn it ${isActive ? 'on' : 'off'}`,
    () => updateWebhook(webhook.id, { is_active: isActive }, quiet),
    {
      ...SUBJECT,
      onDone(changed) {
        setWebhook(webhooks, changed)
        toast(isActive ? 'The webhook is on.' : 'The webhook is off.')
      },
    },
  )

/** Creates a new secret after a confirmation, and passes it to `show`. */
export async function replaceSecret(
  webhook: Webhook,
  webhooks: WebhookList,
  show: (secret: string) => void,
): Promise<void> {
  const isSure = await confirm('The old secret works for 24 more hours.', {
    title: 'Create a new secret?',
    ok: 'New secret',
    cancel: 'Keep the secret',
  })
  if (!isSure) return
  await runAction('create a new secret', () => replaceWebhookSecret(webhook.id, quiet), {
    ...SUBJECT,
    onDone({ secret, ...changed }) {
      setWebhook(webhooks, changed)
      show(secret)
    },
  })
}

/** Deletes a webhook with its log after a confirmation, and then calls `leave`. */
export async function removeWebhook(
  webhook: Webhook,
  webhooks: WebhookList,
  leave: () => void,
): Promise<void> {
  const name = addressText(webhook)
  const isSure = await confirm('Nothing is sent to it any more, and its deliveries are deleted.', {
    title: `Delete ${name}?`,
    ok: 'Delete webhook',
    cancel: 'Keep the webhook',
    danger: true,
  })
  if (!isSure) return
  await runAction(`delete ${name}`, () => deleteWebhook(webhook.id, quiet), {
    onDone() {
      webhooks.set((webhooks.value ?? []).filter(({ id }) => id !== webhook.id))
      toast('The webhook is deleted.')
      leave()
    },
  })
}
