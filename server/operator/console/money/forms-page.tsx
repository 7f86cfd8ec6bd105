import { Empty, Table } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { PersonLink } from '../frame/parts.tsx'
import type { TaxForm } from './forms.ts'
import { MoneyPage } from './money-page.tsx'

type Props = { visit: Visit; query: string; forms: TaxForm[] }

const PATH = '/console/money/forms'

export const FormsPage = ({ visit, query, forms }: Props) => (
  <MoneyPage visit={visit} tab="forms">
    <form class="filter" method="get" action={PATH}>
      <label for="email">
        Email of the person
        <input id="email" name="email" type="search" value={query} maxlength={254} />
      </label>
      <button class="btn" type="submit">
        Search
      </button>
    </form>
    {forms.length === 0 ? (
      <Empty
        title={query === '' ? 'No payouts wait for a form' : 'Nobody found'}
        text={query === '' ? 'Search for a person to record a form.' : 'Enter the whole address.'}
      />
    ) : (
      <Table
        label="Tax forms"
        columns={[
          { name: 'Person', cell: (form) => <PersonLink id={form.userId} email={form.email} /> },
          { name: 'Waiting payouts', is: 'number', cell: (form) => String(form.waiting) },
          { name: 'Form', cell: (form) => (form.since === null ? 'None' : `Since ${form.since}`) },
          { name: 'Action', is: 'act', cell: (form) => <Record visit={visit} form={form} /> },
        ]}
        rows={forms}
      />
    )}
  </MoneyPage>
)

const Record = ({ visit, form }: { visit: Visit; form: TaxForm }) => {
  const about = { visit, action: 'tax-form.record', subject: `user ${form.userId}` } as const
  const back = `${PATH}?email=${encodeURIComponent(form.email ?? '')}`
  return form.since === null ? (
    <ActionForm {...{ ...about, back }} name="Record a form" asks={['since']} />
  ) : (
    <ActionForm {...{ ...about, back }} name="Remove the form" hidden={{ since: 'none' }} />
  )
}
