import type { Child } from 'hono/jsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import { actionOf, type ActionName } from '../../actions/actions.ts'
import type { Visit } from '../frame/console-session.ts'

/** Attributes of the fields that actions ask for. `link` is not named `code`, which is a proof. */
const FIELDS = {
  why: { label: 'Reason', maxlength: 500 },
  rule: { label: 'Rule that it breaks', maxlength: 200 },
  link: { label: 'Short code or short link', maxlength: 200 },
  amount: { label: 'Amount in US dollars', maxlength: 20, inputmode: 'decimal' },
  fee: {
    label: 'Fee of each payout in US dollars',
    maxlength: 20,
    inputmode: 'decimal',
    value: '0.00',
  },
  email: { label: 'Email', type: 'email', maxlength: 254 },
  ref: { label: 'Reference of the payment', maxlength: 200 },
  since: { label: 'Received on', type: 'date' },
  file: { label: 'CSV file, at most 300 KB', type: 'file', accept: '.csv,text/csv' },
} as const

type Props = {
  visit: Visit
  action: ActionName
  subject: string
  /** Text for screen readers if the subject is an id. */
  shownSubject?: string
  /** Page of the console to return to. */
  back: string
  /** Text of the button. */
  name: string
  /** Texts that the action needs. They are asked for in a fold. */
  asks?: readonly (keyof typeof FIELDS)[]
  /** Further values of the form, for example the chosen payouts. */
  hidden?: Record<string, string>
  /** Id for the fields, if a page has several forms for one subject. */
  id?: string
  /** Further fields. */
  children?: Child
}

/** Shows the button of an action, or nothing if the member's role does not allow it. */
export const ActionForm = (props: Props) => {
  const { visit, action, subject, shownSubject = subject, back, name, asks = [] } = props
  const { hidden = {}, id, children } = props
  if (!actionOf(action).roles.includes(visit.member.role)) return null
  const prefix = id ?? `${action}-${subject}`.replaceAll(/[^a-z0-9]+/gi, '-')
  const enctype = asks.includes('file') ? 'multipart/form-data' : undefined
  const form = (
    <form method="post" action={`/console/actions/${action}`} enctype={enctype}>
      <Csrf value={visit.csrf} />
      {Object.entries({ subject, back, ...hidden }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
      {asks.map((field) => (
        <AskedField key={field} field={field} id={`${prefix}-${field}`} />
      ))}
      <button class="btn" type="submit">
        {name}
        <span class="unseen"> {shownSubject}</span>
      </button>
    </form>
  )
  if (asks.length === 0) return form
  return (
    <details class="answer">
      <summary>
        {name}
        <span class="unseen"> {shownSubject}</span>
      </summary>
      {form}
    </details>
  )
}

const AskedField = ({ field, id }: { field: keyof typeof FIELDS; id: string }) => {
  const { label, ...attributes } = FIELDS[field]
  return (
    <label for={id}>
      {label}
      <input id={id} name={field} type="text" required autocomplete="off" {...attributes} />
    </label>
  )
}
