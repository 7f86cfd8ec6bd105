import type { FieldErrors } from '#contract/common.ts'
import { FieldFrame, Form, Note, Submit } from '../../platform/html/form.tsx'
import { ReadingPage } from '../../platform/html/layout.tsx'
import { formatDay } from '../../people/accounts/day-of.ts'
import { MAX_APPEAL, type Appeal } from './appeals.ts'

type Props = {
  /** Subject of the appeal, as its owner knows it. */
  what: string
  action: string
  why: string
  rule: string
  text: string
  errors?: FieldErrors
}

/** Shows why something was blocked, and the form for the appeal. */
export const AppealPage = ({ what, action, why, rule, text, errors }: Props) => (
  <ReadingPage title={errors ? 'Error: Appeal' : 'Appeal'}>
    <div class="heading">
      <h1>Appeal</h1>
      <p>
        You can ask us once to look again at the decision about <bdi>{what}</bdi>.
      </p>
    </div>
    <ul class="facts">
      <li>What is wrong: {why}</li>
      <li>The rule it breaks: {rule}</li>
      <li>A person reads your appeal and tells you the decision by email.</li>
    </ul>
    <Form action={action} hidden={{}} errors={errors} ownWords>
      <FieldFrame
        name="text"
        label="Why do you disagree?"
        errors={errors}
        help={`At most ${MAX_APPEAL} characters`}
        control={(attributes) => (
          <textarea {...attributes} rows={6} maxlength={MAX_APPEAL} required>
            {text}
          </textarea>
        )}
      />
      <Submit>Send appeal</Submit>
    </Form>
  </ReadingPage>
)

type StateProps = { what: string; isOver: boolean; appeal: Appeal | undefined }

/** Shows what became of an appeal, or that there is nothing to appeal against any more. */
export const AppealStatePage = ({ what, isOver, appeal }: StateProps) => (
  <ReadingPage title="Appeal">
    <div class="heading">
      <h1>{titleOf(isOver, appeal)}</h1>
      <p>
        This is about <bdi>{what}</bdi>.
      </p>
    </div>
    {appeal?.decision ? (
      <Note tone={appeal.decision === 'accepted' ? 'good' : 'warn'}>{appeal.decidedWhy}</Note>
    ) : (
      appeal && (
        <p>
          We got it on {formatDay(appeal.createdAt)}. A person reads it and tells you the decision
          by email.
        </p>
      )
    )}
  </ReadingPage>
)

function titleOf(isOver: boolean, appeal: Appeal | undefined): string {
  if (appeal?.decision) return `Your appeal was ${appeal.decision}`
  return isOver ? 'This block is over' : 'We got your appeal'
}

export const UnknownAppealPage = ({ contact }: { contact: string }) => (
  <ReadingPage title="This link does not work">
    <div class="heading">
      <h1>This link does not work</h1>
      <p>
        Copy the complete link from the email and try again. If you need help, write to{' '}
        <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    </div>
  </ReadingPage>
)
