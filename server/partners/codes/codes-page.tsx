import type { Desk } from '../desk/desk-session.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { DeskPage } from '../desk/layout.tsx'
import { PageHead, shownCount, shownDay, Table, Tag } from '../../platform/html/parts.tsx'
import { may } from '../desk/people/permissions.ts'
import { PartnerName } from '../desk/partners-page.tsx'
import type { PartnerNames } from '../desk/partners.ts'
import { formatCents } from '../../platform/money.ts'
import type { CodeRow } from './discount-codes.ts'

/** Maximum number of problems that are shown at once. */
const MAX_PROBLEMS = 10

type Props = {
  desk: Desk
  codes: CodeRow[]
  names: PartnerNames
  now: Date
  /** Input that was not accepted, with the reasons. */
  refused?: { typed: string; problems: string[] } | undefined
}

/** Shows the discount codes of a brand and the form to assign new ones. */
export const CodesPage = ({ desk, codes, names, now, refused }: Props) => {
  const isEditing = may(desk.person.role, 'POST /desk/codes')
  return (
    <DeskPage desk={desk} tab="partners" title="Discount codes">
      <PageHead
        back={{ href: '/desk/partners', text: 'All partners' }}
        title="Discount codes"
        text="Codes of your shop that belong to a partner. An order with the code counts for them."
      />
      <Table
        label="Discount codes"
        columns={[
          { name: 'Code', cell: (row) => <b>{row.code}</b> },
          {
            name: 'Partner',
            cell: (row) => <PartnerName partner={names.of(row.userId)} now={now} />,
          },
          { name: 'State', cell: (row) => <StateTag code={row} /> },
          { name: 'Orders', is: 'number', cell: (row) => shownCount(row.orders) },
          { name: 'Sales', is: 'number', cell: (row) => formatCents(row.salesCents) },
          { name: 'Commission', is: 'number', cell: (row) => formatCents(row.commissionCents) },
          {
            name: 'Action',
            is: 'act',
            cell: (row) =>
              row.endedAt === null && isEditing ? <EndForm desk={desk} code={row} /> : '',
          },
        ]}
        rows={codes}
        empty={{ title: 'No codes yet', text: 'Assign codes of your shop to your partners below.' }}
      />
      {isEditing && <AssignForm desk={desk} refused={refused} />}
    </DeskPage>
  )
}

const StateTag = ({ code: { endedAt } }: { code: CodeRow }) =>
  endedAt === null ? (
    <Tag tone="on">Active</Tag>
  ) : (
    <Tag tone="plain">{`Ended ${shownDay(endedAt)}`}</Tag>
  )

const EndForm = ({ desk, code: { id, code } }: { desk: Desk; code: CodeRow }) => (
  <form method="post" action={`/desk/codes/${id}/end`} class="one">
    <Csrf value={desk.csrf} />
    <button class="btn" type="submit" aria-label={`End ${code}`}>
      End
    </button>
  </form>
)

const AssignForm = ({ desk, refused }: Pick<Props, 'desk' | 'refused'>) => (
  <section id="new">
    <h2>Assign codes</h2>
    {refused && <Problems problems={refused.problems} />}
    <form method="post" action="/desk/codes#new" class="fields">
      <Csrf value={desk.csrf} />
      <fieldset class="say">
        <label for="codes">One per line: partner number and code, like P-7F3K9Q, ANA10</label>
        <textarea
          id="codes"
          name="codes"
          rows={6}
          required
          spellcheck={false}
          autocomplete="off"
          {...(refused && { 'aria-invalid': 'true', 'aria-describedby': 'codes-problem' })}
        >
          {refused?.typed ?? ''}
        </textarea>
      </fieldset>
      <button class="btn primary" type="submit">
        Assign codes
      </button>
    </form>
    <p class="why">
      You can paste lines of a CSV file. Case does not matter. The code must exist in your shop, and
      your shop sends it as code with the order.
    </p>
  </section>
)

const Problems = ({ problems }: { problems: string[] }) => (
  <div id="codes-problem" class="told told-bad" role="alert">
    <p>No code was assigned.</p>
    <ul>
      {problems.slice(0, MAX_PROBLEMS).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
    {problems.length > MAX_PROBLEMS && <p>{`And ${problems.length - MAX_PROBLEMS} more.`}</p>}
  </div>
)
