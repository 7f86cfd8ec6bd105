import { Empty, PageHead, shownDay, Table } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import type { FoundPerson } from './people.ts'

type Props = {
  visit: Visit
  query: string
  found: FoundPerson[]
  /** Path of the link or widget with this code or address. */
  thing?: string | undefined
}

export const PeoplePage = ({ visit, query, found, thing }: Props) => (
  <ConsolePage visit={visit} screen="people" title="People">
    <PageHead title="People" text="Find somebody by email, name, page, short code or order." />
    <form class="filter" method="get" action="/console/people">
      <label for="q">
        Email, name, code or order
        <input id="q" name="q" type="search" value={query} maxlength={200} />
      </label>
      <button class="btn" type="submit">
        Search
      </button>
    </form>
    {thing !== undefined && (
      <p class="lead">
        <a href={thing}>Open {query.trim()}</a>
      </p>
    )}
    {found.length === 0 && thing === undefined && query !== '' && (
      <Empty title="Nobody found" text="Check the spelling. A code or an order must be complete." />
    )}
    {found.length > 0 && (
      <Table
        label="People"
        columns={[
          { name: 'Email', cell: ({ id, email }) => <a href={`/console/people/${id}`}>{email}</a> },
          { name: 'Name', cell: ({ name }) => name },
          { name: 'Since', is: 'short', cell: ({ createdAt }) => shownDay(createdAt, true) },
        ]}
        rows={found}
      />
    )}
    <h2>Invite</h2>
    <p class="lead">New people need such a link if this site is for invited people only.</p>
    <ActionForm
      {...{ visit, action: 'person.invite', subject: 'user to invite' }}
      back="/console/people"
      name="Create an invitation"
      asks={['email']}
    />
  </ConsolePage>
)
