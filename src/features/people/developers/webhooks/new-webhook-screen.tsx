import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { createWebhook } from '#api/developers/webhooks.ts'
import { validateWith, WHOLE_FORM } from '#app/form/form-errors.ts'
import { useForm } from '#app/form/use-form.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { NewWebhook } from '#contract/developers/webhooks.ts'
import { NOT_SENT } from '#features/people/account/account-info.ts'
import { quiet } from '#http/client.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { useFloating } from '#ui/menu/use-floating.ts'
import shared from '../developers.module.css'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'
import { createdSecretAtom, useWebhooks } from './webhooks.ts'

const initial: WebhookValues = {
  url: '',
  events: ['conversion.created', 'conversion.approved', 'conversion.reversed'],
}

/** Asks for address and events of a new webhook. */
export function NewWebhookScreen() {
  const webhooks = useWebhooks()
  const bar = useFloating()
  const navigate = useNavigate()
  const showSecret = useSetAtom(createdSecretAtom)
  const form = useForm({
    draft: 'webhook',
    initial,
    read: validateWith<NewWebhook>(NewWebhook),
    // Without an idempotency key, because the server would have to store the answer with the secret.
    save: (sent) => createWebhook(sent, quiet),
    onSaved({ secret, ...created }) {
      webhooks.set([...(webhooks.value ?? []), created])
      showSecret(secret)
      void navigate({ href: paths.webhook(String(created.id)), replace: true })
    },
    action: 'create the webhook',
    offline: NOT_SENT,
  })
  return (
    <Screen title="New webhook" freshness="none" back={paths.developers} narrow tall>
      {form.ready && (
        <form {...form.props} className={shared.form}>
          <WebhookFields form={form} />
          <div ref={bar} className={shared.bar}>
            <FieldError text={form.errors[WHOLE_FORM]} />
            <Button type="submit" variant="primary" size="lg" block busy={form.busy}>
              Create webhook
            </Button>
          </div>
        </form>
      )}
    </Screen>
  )
}
