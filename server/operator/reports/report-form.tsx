import type { FieldErrors } from '#contract/common.ts'
import { unitsFor } from '#contract/text/graphemes.ts'
import { REPORT_REASONS } from './report-reasons.ts'
import { Checkbox, Field, FieldFrame, Form, Submit } from '../../platform/html/form.tsx'

export type TypedReport = Partial<
  Record<'reason' | 'details' | 'name' | 'email' | 'good_faith', string>
>

type Props = {
  action: string
  /** Values that were sent before. */
  typed: TypedReport
  errors?: FieldErrors | undefined
}

/** Shows a folded report form. It is open if a field has an error. */
export const FoldedReportForm = (props: Props) => (
  <details class="report" open={props.errors !== undefined}>
    <summary>Report abuse</summary>
    <ReportForm {...props} />
  </details>
)

/**
 * Shows the report form. Name and email are not marked as required, because that depends on the
 * reason and the page has no script.
 */
export const ReportForm = ({ action, typed, errors }: Props) => (
  <Form action={action} hidden={{}} errors={errors}>
    <FieldFrame
      name="reason"
      label="What is wrong?"
      errors={errors}
      control={(attributes) => (
        <select required {...attributes}>
          <option value="">Choose a reason</option>
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
      label="Details"
      help="Optional. What you saw and where you found it."
      errors={errors}
      control={(attributes) => (
        <textarea rows={3} maxlength={unitsFor(1000)} {...attributes}>
          {typed.details}
        </textarea>
      )}
    />
    <ReporterFields typed={typed} errors={errors} />
    <Submit>Send report</Submit>
  </Form>
)

const OPTIONAL_HELP = 'Not required for reports of child abuse.'

/** Fields about the reporter, with the confirmation of good faith. */
const ReporterFields = ({ typed, errors }: Pick<Props, 'typed' | 'errors'>) => (
  <>
    <Field
      name="name"
      label="Your name"
      help={OPTIONAL_HELP}
      errors={errors}
      input={{ required: false, value: typed.name, autocomplete: 'name', maxlength: unitsFor(120) }}
    />
    <Field
      name="email"
      label="Your email"
      help={`Only the operator of this site sees it. We send a receipt and the decision there. ${OPTIONAL_HELP}`}
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
    <Checkbox
      name="good_faith"
      label="I believe in good faith that this report is true and complete."
      checked={typed.good_faith !== undefined}
      errors={errors}
    />
  </>
)
