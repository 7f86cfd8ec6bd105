import { Csrf } from '../../../platform/html/work-document.tsx'
import { actionOf, type ActionName } from '../../actions/actions.ts'
import type { Visit } from '../frame/console-session.ts'

type Props = {
  visit: Visit
  action: ActionName
  subject: string
  /** Page of the console to return to. */
  back: string
  /** Text of the button. */
  name: string
  /** Texts that the action needs. They are asked for in a fold. */
  asks?: readonly ('why' | 'rule')[]
  /** Id for the fields, if a page has several forms for one subject. */
  id?: string
}

const LABELS = { why: 'Reason', rule: 'Rule that it breaks' }

/** Shows the button of an action, or nothing if the member's role does not allow it. */
export const ActionForm = ({ visit, action, subject, back, name, asks = [], id }: Props) => {
  if (!actionOf(action).roles.includes(visit.member.role)) return null
  const prefix = id ?? `${action}-${subject}`.replaceAll(/[^a-z0-9]+/gi, '-')
  const form = (
    <form method="post" action={`/console/actions/${action}`}>
      <Csrf value={visit.csrf} />
      <input type="hidden" name="subject" value={subject} />
      <input type="hidden" name="back" value={back} />
      {asks.map((field) => (
        <label key={field} for={`${prefix}-${field}`}>
          {LABELS[field]}
          <input
            id={`${prefix}-${field}`}
            name={field}
            type="text"
            required
            maxlength={field === 'rule' ? 200 : 500}
          />
        </label>
      ))}
      <button class="btn" type="submit">
        {name}
        <span class="unseen"> {subject}</span>
      </button>
    </form>
  )
  if (asks.length === 0) return form
  return (
    <details class="answer">
      <summary>
        {name}
        <span class="unseen"> {subject}</span>
      </summary>
      {form}
    </details>
  )
}
