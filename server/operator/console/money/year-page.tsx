import type { DormantBalance } from '../../../money/wallet/dormant.ts'
import { shownDay, Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { PersonLink } from '../frame/parts.tsx'
import { MoneyPage } from './money-page.tsx'

type Props = { visit: Visit; years: number[]; dormant: DormantBalance[]; dormantYears: number }

export const YearPage = ({ visit, years, dormant, dormantYears }: Props) => (
  <MoneyPage visit={visit} tab="year">
    <h2>Payouts of a year</h2>
    <p class="lead">
      A CSV file with what each person was paid and donated in a calendar year (UTC), and our fees.
    </p>
    {years.length === 0 ? (
      <p class="none">Nobody was paid yet.</p>
    ) : (
      <div class="acts">
        {years.map((year) => (
          <ActionForm
            key={year}
            {...{ visit, action: 'payout.year', subject: `year ${year}` }}
            back="/console/money/year"
            name={`Download ${year}`}
          />
        ))}
      </div>
    )}
    <h2>Balances without movement</h2>
    <form class="filter" method="get" action="/console/money/year">
      <label for="years">
        Years without movement
        <input id="years" name="years" type="number" min={1} max={99} value={dormantYears} />
      </label>
      <button class="btn" type="submit">
        Show
      </button>
    </form>
    {dormant.length === 0 ? (
      <p class="none">There are none. The money belongs to its owner in any case.</p>
    ) : (
      <Table
        label="Balances without movement"
        columns={[
          { name: 'Person', cell: ({ owner, email }) => <PersonLink id={owner} email={email} /> },
          { name: 'Since', is: 'short', cell: ({ since }) => shownDay(since, true) },
          { name: 'Balance', is: 'number', cell: ({ cents }) => formatCents(cents) },
        ]}
        rows={dormant}
      />
    )}
  </MoneyPage>
)
