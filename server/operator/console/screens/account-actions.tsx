import { shownDay } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import type { PersonView } from './people.ts'

type Props = { visit: Visit; back: string; person: PersonView }

/** Shows what staff can do with the whole account at the person's request. */
export const AccountActions = ({ person: { user, leaver }, ...to }: Props) => {
  const subject = `user ${user.id}`
  return (
    <>
      <h2>Account</h2>
      {leaver && (
        <p class="lead">
          {leaver.begunAt
            ? 'This account is being deleted now.'
            : `This account will be deleted on ${shownDay(leaver.deletionAt, true)}.`}
        </p>
      )}
      <ActionForm
        {...to}
        action="person.export"
        subject={subject}
        name="Download their data"
        asks={['why']}
      />
      {leaver ? (
        !leaver.begunAt && (
          <ActionForm {...to} action="person.keep" subject={subject} name="Keep account" />
        )
      ) : (
        <ActionForm
          {...to}
          action="person.delete"
          subject={subject}
          name="Delete account"
          asks={['why']}
        />
      )}
    </>
  )
}
