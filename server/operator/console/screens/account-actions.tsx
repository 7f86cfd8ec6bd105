import { shownDay, Tag } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import type { PersonView } from './people.ts'

type Props = { visit: Visit; back: string; person: PersonView }

/** Shows what staff can do with the whole account at the person's request. */
export const AccountActions = ({ person: { user, leaver, restricted }, ...to }: Props) => {
  const subject = `user ${user.id}`
  return (
    <>
      <h2>Account</h2>
      <Restricting {...to} {...restricted} subject={subject} />
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

type RestrictingProps = Omit<Props, 'person'> & PersonView['restricted'] & { subject: string }

/** Shows whether the account is paused or blocked, with the buttons that change it. */
const Restricting = ({ restriction, why, rule, ...to }: RestrictingProps) => (
  <>
    {restriction && (
      <>
        <p class="lead">
          <Tag tone="danger">{restriction === 'paused' ? 'Paused' : 'Blocked'}</Tag> {why} ({rule})
        </p>
        <ActionForm {...to} action="person.release" name="Release account" />
      </>
    )}
    {restriction !== 'paused' && (
      <ActionForm {...to} action="person.pause" name="Pause account" asks={['why', 'rule']}>
        <p class="sub">The person can change nothing. Links, page and widgets keep working.</p>
      </ActionForm>
    )}
    {restriction !== 'blocked' && (
      <ActionForm {...to} action="person.block" name="Block account" asks={['why', 'rule']}>
        <p class="sub">The person can change nothing. Links, page and widgets are closed.</p>
      </ActionForm>
    )}
  </>
)
