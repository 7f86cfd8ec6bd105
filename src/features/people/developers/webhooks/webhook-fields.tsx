import type { FormErrors } from '#app/form/form-errors.ts'
import type { useForm } from '#app/form/use-form.ts'
import { MAX_WEBHOOK_URL, type WebhookEvent } from '#contract/developers/webhooks.ts'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { urlInput } from '#ui/fields/input-kinds.ts'
import { EVENT_GROUPS } from './events.ts'
import css from './webhooks.module.css'

export type WebhookValues = { url: string; events: WebhookEvent[] }

type WebhookFieldsProps = {
  form: Pick<ReturnType<typeof useForm<WebhookValues, unknown, unknown>>, 'values' | 'change'> & {
    errors: FormErrors
  }
}

/** Shows the fields of a webhook: its address and its events. */
export function WebhookFields({ form: { values, change, errors } }: WebhookFieldsProps) {
  const error = errors['events']
  const toggle = (event: WebhookEvent, isOn: boolean) =>
    change({ events: isOn ? [...values.events, event] : values.events.filter((e) => e !== event) })
  return (
    <>
      <TextField
        name="url"
        label="Address of your receiver"
        help="We send each event there as a POST request, signed with a secret."
        maxLength={MAX_WEBHOOK_URL}
        value={values.url}
        error={errors['url']}
        onChange={({ target }) => change({ url: target.value })}
        {...urlInput}
      />
      <div
        className={css.events}
        role="group"
        aria-label="Events"
        data-wrong={error ? true : undefined}
        tabIndex={-1}
      >
        {EVENT_GROUPS.map(({ title, events }) => (
          <fieldset key={title} className={`${css.group} stack`}>
            <legend>{title}</legend>
            {events.map(([event, label]) => (
              <Checkbox
                key={event}
                label={label}
                checked={values.events.includes(event)}
                onChange={({ target }) => toggle(event, target.checked)}
              />
            ))}
          </fieldset>
        ))}
        <FieldError text={error} />
      </div>
    </>
  )
}
