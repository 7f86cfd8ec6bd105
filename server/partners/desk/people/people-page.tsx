import type { DeskRole } from '../../../platform/db/schema.ts'
import {
  PageHead,
  shownDay,
  shownMinute,
  Table,
  type Column,
} from '../../../platform/html/parts.tsx'
import { Csrf } from '../../../platform/html/work-document.tsx'
import type { Desk } from '../desk-session.tsx'
import { DeskPage } from '../layout.tsx'
import { INVITATION_HOURS } from '../sign-in-links.ts'
import type { listChanges } from './changes.ts'
import type { Invited } from './colleagues.ts'
import { hasFactor, nameOfPerson, type DeskPerson } from './people.ts'
import { DESK_ROLES, may } from './permissions.ts'
import { PersonName } from './person-name.tsx'

/** Result of the last form: an invitation that was sent, or a problem beside the form. */
export type PeopleNote =
  | Exclude<Invited, { problem: string }>
  | { problem: string; at: 'list' | 'new'; typed?: Record<string, string> }

type Props = {
  desk: Desk
  people: DeskPerson[]
  changes: Awaited<ReturnType<typeof listChanges>>
  note: PeopleNote | undefined
}

const ROLE_NAMES: Record<DeskRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  viewer: 'Viewer',
}

/** Shows the people of a brand, the form to invite one, and what they changed. */
export const PeoplePage = ({ desk, people, changes, note }: Props) => {
  const isOwner = may(desk.person.role, 'POST /desk/people')
  // This change is recorded after the answer, so the list would lack it.
  const isInvited = note !== undefined && 'email' in note
  return (
    <DeskPage desk={desk} tab="people" title="People">
      <PageHead
        title="People"
        text={`You are signed in as ${nameOfPerson(desk.person)}, ${desk.person.role}.`}
      >
        <a class="btn" href="/desk/account">
          Your access
        </a>
      </PageHead>
      <NoteOf note={note} at="list" />
      <Table
        label="People"
        columns={[
          { name: 'Person', cell: (person) => <PersonName person={person} /> },
          { name: 'Role', is: 'short', cell: ({ role }) => ROLE_NAMES[role] },
          { name: 'Access', is: 'long', cell: stateOf },
          ...(isOwner ? [changeColumn(desk)] : []),
        ]}
        rows={people}
      />
      {isOwner && <InviteForm desk={desk} note={note} />}
      {!isInvited && <Changes changes={changes} />}
    </DeskPage>
  )
}

const Changes = ({ changes }: Pick<Props, 'changes'>) => (
  <>
    <h2>Last changes</h2>
    {changes.length === 0 ? (
      <p class="none">Nobody has changed anything yet.</p>
    ) : (
      <Table
        label="Last changes"
        columns={[
          { name: 'Change', cell: ({ did }) => did },
          { name: 'What', is: 'long', cell: ({ subject }) => subject },
          { name: 'Who', cell: ({ who }) => who },
          { name: 'When (UTC)', is: 'short', cell: ({ at }) => shownMinute(at) },
        ]}
        rows={changes}
      />
    )}
  </>
)

function stateOf(person: DeskPerson): string {
  const { joinedAt, invitedAt, invitedBy } = person
  const factor = hasFactor(person) ? ', second factor on' : ''
  if (joinedAt) return `Since ${shownDay(joinedAt, true)}${factor}`
  return `Invited ${shownDay(invitedAt, true)} by ${invitedBy || 'the operator'}`
}

const NoteOf = ({ note, at }: { note: PeopleNote | undefined; at: 'list' | 'new' }) => {
  if (!note) return null
  if ('problem' in note)
    return note.at === at ? (
      <p id={`${at}-problem`} class="told told-bad" role="alert">
        {note.problem}
      </p>
    ) : null
  if (at === 'new') return null
  return (
    <div class="told told-good" role="status">
      {note.link === undefined ? (
        <p>A link is on its way to {note.email}.</p>
      ) : (
        <>
          <strong>Copy this link now and send it to {note.email || 'your team'} yourself.</strong>
          <p>It works once, within {INVITATION_HOURS / 24} days. This server sends no email.</p>
          <code class="raw">{note.link}</code>
        </>
      )}
    </div>
  )
}

const changeColumn = (desk: Desk): Column<DeskPerson> => ({
  name: 'Change',
  is: 'long',
  cell: (person) => <Change desk={desk} person={person} />,
})

const Change = ({ desk, person }: { desk: Desk; person: DeskPerson }) => {
  const name = nameOfPerson(person)
  const path = `/desk/people/${person.id}`
  return (
    <details class="answer">
      <summary aria-label={`Change ${name}`}>Change</summary>
      <form method="post" action={`${path}/role`}>
        <Csrf value={desk.csrf} />
        <label>
          Role
          <RoleSelect selected={person.role} />
        </label>
        <button class="btn" type="submit">
          Save role<span class="unseen"> of {name}</span>
        </button>
      </form>
      <Press desk={desk} path={`${path}/link`} name={name} text="Send a new link" />
      {hasFactor(person) && person.id !== desk.person.id && (
        <Press desk={desk} path={`${path}/reset`} name={name} text="Reset second factor" />
      )}
      <Press desk={desk} path={`${path}/remove`} name={name} text="Remove and sign out" />
    </details>
  )
}

type PressProps = { desk: Desk; path: string; name: string; text: string }

const Press = ({ desk, path, name, text }: PressProps) => (
  <form method="post" action={path}>
    <Csrf value={desk.csrf} />
    <button class="btn" type="submit">
      {text}
      <span class="unseen"> ({name})</span>
    </button>
  </form>
)

const RoleSelect = ({ selected }: { selected: string }) => (
  <select name="role">
    {DESK_ROLES.map((role) => (
      <option key={role} value={role} selected={role === selected}>
        {ROLE_NAMES[role]}
      </option>
    ))}
  </select>
)

const InviteForm = ({ desk, note }: Pick<Props, 'desk' | 'note'>) => {
  const problem = note && 'problem' in note && note.at === 'new' ? note : undefined
  const typed = problem?.typed ?? {}
  return (
    <section id="new">
      <h2>Invite a colleague</h2>
      <NoteOf note={note} at="new" />
      <form method="post" action="/desk/people#new" class="fields">
        <Csrf value={desk.csrf} />
        <label>
          Email
          <input
            name="email"
            type="email"
            value={typed['email'] ?? ''}
            maxlength={254}
            autocomplete="off"
            aria-describedby={problem ? 'new-problem' : undefined}
            required
          />
        </label>
        <label>
          Name (optional)
          <input name="name" value={typed['name'] ?? ''} maxlength={80} autocomplete="off" />
        </label>
        <label>
          Role
          <RoleSelect selected={typed['role'] ?? 'manager'} />
        </label>
        <button class="btn primary" type="submit">
          Invite
        </button>
      </form>
      <p class="why">
        Owners may do everything and invite people. Managers handle partners, codes, messages,
        missing sales and the connection of the shop. Viewers see the numbers, but no messages and
        no keys.
      </p>
    </section>
  )
}
