import { KeyIcon } from '@phosphor-icons/react/Key'
import { PowerIcon } from '@phosphor-icons/react/Power'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { updateWebhook } from '#api/developers/webhooks.ts'
import { validateWith, WHOLE_FORM } from '#app/form/form-errors.ts'
import { FormModal } from '#app/form/form-modal.tsx'
import { useForm } from '#app/form/use-form.ts'
import { momentText } from '#app/problems/times.ts'
import { NewWebhook, type Webhook } from '#contract/developers/webhooks.ts'
import { NOT_SENT } from '#features/people/account/account-info.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import shared from '../developers.module.css'
import { removeWebhook, replaceSecret, setWebhook, switchWebhook } from './webhook-actions.ts'
import { WebhookFields } from './webhook-fields.tsx'
import css from './webhooks.module.css'
import type { WebhookList } from './webhooks.ts'

type WebhookSettingsProps = {
  webhook: Webhook
  webhooks: WebhookList
  showSecret: (secret: string) => void
  onClose: () => void
  onRemoved: () => void
}

/** Changes address and events of a webhook, its secret and its state. */
export function WebhookSettings(props: WebhookSettingsProps) {
  const { webhook, webhooks, showSecret, onClose, onRemoved } = props
  const form = useForm({
    draft: `webhook ${webhook.id}`,
    initial: { url: webhook.url, events: webhook.events },
    read: validateWith<NewWebhook>(NewWebhook),
    save: (sent) => updateWebhook(webhook.id, sent, quiet),
    onSaved(changed) {
      setWebhook(webhooks, changed)
      onClose()
    },
    action: 'save the webhook',
    offline: NOT_SENT,
    onClose,
  })
  return (
    <FormModal title="Webhook settings" form={form} className={`${css.settings} stack`}>
      <WebhookFields form={form} />
      <FieldError text={form.errors[WHOLE_FORM]} />
      {webhook.old_secret_until !== null && (
        <p className="hint">
          {`The old secret works until ${momentText(Date.parse(webhook.old_secret_until))}.`}
        </p>
      )}
      <div className={css.more}>
        <Button
          variant="quiet"
          icon={KeyIcon}
          onClick={() => void replaceSecret(webhook, webhooks, showSecret)}
        >
          New secret
        </Button>
        {webhook.is_active && (
          <Button
            variant="quiet"
            icon={PowerIcon}
            onClick={() => void switchWebhook(webhook, false, webhooks)}
          >
            Turn off
          </Button>
        )}
        <Button
          variant="quiet"
          icon={TrashIcon}
          className={shared.remove}
          onClick={() => void removeWebhook(webhook, webhooks, onRemoved)}
        >
          Delete webhook
        </Button>
      </div>
    </FormModal>
  )
}
