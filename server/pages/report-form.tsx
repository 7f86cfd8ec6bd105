import type { FieldErrors } from '#contract/common.ts'
import { REPORT_REASONS } from '../domain/abuse-reports.ts'
import { Field, FieldFrame, Form, type Hidden, Submit } from './form.tsx'

type Props = {
  action: string
  hidden: Hidden
  /** As it was sent before. */
  typed: Partial<Record<'reason' | 'details' | 'email', string>>
  errors?: FieldErrors | undefined
}

/** Folded away until somebody wants it, or something in it needs a fix. */
export const ReportForm = ({ action, hidden, typed, errors }: Props) => (
  <details class="report" open={errors !== undefined}>
    <summary>Report abuse</summary>
    <Form action={action} hidden={hidden} errors={errors}>
      <FieldFrame
        name="reason"
        label="What is wrong with it?"
        errors={errors}
        control={(attributes) => (
          <select required {...attributes}>
            <option value="">Choose one</option>
            {Object.entries(REPORT_REASONS).map(([reason, words]) => (
              <option key={reason} value={reason} selected={typed.reason === reason}>
                {words}
              </option>
            ))}
          </select>
        )}
      />
      <FieldFrame
        name="details"
        label="Anything that helps to judge it"
        help="Optional. Where you met the link, or what you saw there."
        errors={errors}
        control={(attributes) => (
          <textarea rows={3} maxlength={1000} {...attributes}>
            {typed.details}
          </textarea>
        )}
      />
      <Field
        name="email"
        label="Your email"
        help="Optional. Only the operator of this site sees it, to answer you."
        errors={errors}
        input={{
          type: 'email',
          required: false,
          value: typed.email,
          autocomplete: 'email',
          autocapitalize: 'none',
          spellcheck: 'false',
          maxlength: 254,
        }}
      />
      <Submit>Send report</Submit>
    </Form>
  </details>
)
