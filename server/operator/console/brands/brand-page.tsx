import { hasFactor } from '../../../partners/desk/people/people.ts'
import { PersonName } from '../../../partners/desk/people/person-name.tsx'
import { CallTable } from '../../../partners/desk/call-table.tsx'
import { PageHead, shownCount, shownMinute, Summary, Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import type { AuditEntry } from '../../actions/audit-log.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { WhatHappened } from '../screens/audit-page.tsx'
import type { BrandView } from './brands.ts'

type Props = { visit: Visit; view: BrandView; entries: AuditEntry[] }

export const BrandPage = ({ visit, view, entries }: Props) => {
  const { brand, orders, owedCents, settledCents, freeCents, calls } = view
  const path = `/console/brands/${encodeURIComponent(brand.key)}`
  const to = { visit, subject: `brand ${brand.key}`, back: path }
  const about = [brand.key, brand.website, ...(brand.archivedAt ? ['archived'] : [])]
  return (
    <ConsolePage visit={visit} screen="brands" title={brand.name}>
      <PageHead
        back={{ href: '/console/brands', text: 'Brands' }}
        title={brand.name}
        text={about.filter(Boolean).join(', ')}
      >
        <a class="btn" href={`/console/content/brands/${encodeURIComponent(brand.key)}`}>
          Terms and texts
        </a>
      </PageHead>
      <Summary
        facts={[
          { name: 'Orders, 30 days', value: shownCount(orders) },
          { name: 'Owed', value: formatCents(Number(owedCents)) },
          { name: 'Paid', value: formatCents(Number(settledCents)) },
          { name: 'Not assigned', value: formatCents(Number(freeCents)) },
        ]}
      />
      <h2>Payments</h2>
      <p class="lead">
        A payment covers approved orders, oldest first. Each reference counts once.
      </p>
      <ActionForm {...to} action="brand.settle" name="Record a payment" asks={['amount', 'ref']} />
      <Payments view={view} />
      <h2>Desk</h2>
      <DeskPeople people={view.people} />
      <ActionForm {...to} action="brand.link" name="Send a link to the desk" asks={['email']} />
      <ActionForm
        {...to}
        action="brand.reset-factor"
        name="Reset a second factor"
        asks={['email', 'why']}
      />
      <ActionForm {...to} action="brand.referral" name="Show the referral link" />
      <h2>Calls of the shop</h2>
      <CallTable calls={calls} />
      <WhatHappened entries={entries} what="brand" />
    </ConsolePage>
  )
}

const Payments = ({ view }: { view: BrandView }) =>
  view.settlements.length === 0 ? (
    <p class="none">No payments yet.</p>
  ) : (
    <Table
      label="Payments"
      columns={[
        { name: 'Reference', cell: ({ reference }) => reference },
        { name: 'When', is: 'short', cell: ({ at }) => shownMinute(at) },
        { name: 'Amount', is: 'number', cell: ({ cents }) => formatCents(cents) },
      ]}
      rows={view.settlements}
    />
  )

const DeskPeople = ({ people }: { people: BrandView['people'] }) =>
  people.length === 0 ? (
    <p class="none">Nobody can open the desk yet.</p>
  ) : (
    <Table
      label="People of the desk"
      columns={[
        { name: 'Person', cell: (person) => <PersonName person={person} /> },
        { name: 'Role', is: 'short', cell: (person) => person.role },
        {
          name: 'Since',
          is: 'short',
          cell: (person) => (person.joinedAt ? shownMinute(person.joinedAt) : 'Invited'),
        },
        {
          name: 'Second factor',
          is: 'short',
          cell: (person) => (hasFactor(person) ? 'On' : 'Off'),
        },
      ]}
      rows={people}
    />
  )
