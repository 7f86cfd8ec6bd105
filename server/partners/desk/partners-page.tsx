import { initialsOf } from '#contract/text/graphemes.ts'
import { Icon } from '../../platform/html/marks.tsx'
import { nameAt, type Partner } from '../unmasking/names.ts'
import { Chart } from './chart.tsx'
import { CsvLink } from './csv-link.tsx'
import type { Desk } from './desk-session.tsx'
import { InviteForm, type InvitationsByNumber } from './invite-form.tsx'
import { DeskPage } from './layout.tsx'
import { addUp, PAGE_ROWS, type DaySums, type PartnerSums } from './numbers.ts'
import { Empty, PageHead, shownCount, Summary, Table } from '../../platform/html/parts.tsx'
import { Ranges } from './ranges.tsx'
import type { PartnerNames } from './partners.ts'
import { startOf, type Range } from './range.ts'
import { DaysTable, factsOf, SUM_COLUMNS } from './traffic-page.tsx'

export type ListProps = {
  desk: Desk
  range: Range
  page: number
  people: PartnerSums[]
  count: number
  days: ReadonlyMap<string, DaySums>
  names: PartnerNames
  invitations: InvitationsByNumber
  now: Date
}

export const PartnersPage = (props: ListProps) => {
  const { desk, range, people, count, days, page } = props
  return (
    <DeskPage desk={desk} tab="partners" title="Partners">
      <PageHead
        title="Partners"
        text="Creators who sent you at least one click or order in this period."
      >
        <Ranges path="/desk/partners" range={range} />
        <a class="btn" href="/desk/codes">
          Discount codes
        </a>
        <CsvLink href={`/desk/partners.csv?days=${range.days}`} />
      </PageHead>
      <Summary
        facts={[
          { name: 'Partners', value: shownCount(count) },
          ...factsOf(addUp(days.values())).filter(({ name }) => name !== 'Returned'),
        ]}
      />
      {people.length === 0 ? (
        <Empty title="No partners yet" text="Partners appear here after their first click." />
      ) : (
        <PeopleTable {...props} />
      )}
      <p class="why">
        <Icon name="shield" size={16} />
        Partners appear with a number. If they accept your invitation, you see their public name and
        page for traffic from that day on. They can end this at any time.
      </p>
      <Pages path="/desk/partners" range={range} page={page} count={count} />
    </DeskPage>
  )
}

const PeopleTable = ({ desk, people, names, invitations, now }: ListProps) => (
  <Table
    label="Partners"
    columns={[
      {
        name: 'Partner',
        cell: ({ userId }) => (
          <PartnerName partner={names.of(userId)} now={now} isGone={names.isGone(userId)} />
        ),
      },
      ...SUM_COLUMNS,
      {
        name: 'Action',
        is: 'act',
        cell: ({ userId }) =>
          !names.isGone(userId) && (
            <InviteForm desk={desk} partner={names.of(userId)} invitations={invitations} />
          ),
      },
    ]}
    rows={people}
  />
)

type WhoProps = { partner: Partner; now: Date; isGone?: boolean }

/** Shows the partner's name if the brand may see it, otherwise the number. */
export const PartnerName = ({ partner, now, isGone = false }: WhoProps) => {
  const name = nameAt(partner, now)
  const isNamed = name !== partner.id
  return (
    <span class="pt">
      <span class={isNamed ? 'avatar' : 'mk'} aria-hidden="true">
        {isNamed && initialsOf(name)}
      </span>
      <span class="pt-text">
        {isGone ? <b>{name}</b> : <a href={`/desk/partners/${partner.id}`}>{name}</a>}
        {isNamed && partner.page !== null ? (
          <a class="sub" href={partner.page}>
            {partner.page}
          </a>
        ) : (
          <span class="sub">{isNamed ? 'No public page' : isGone ? '' : 'Name not shared'}</span>
        )}
      </span>
    </span>
  )
}

type PagesProps = { path: string; range: Range; page: number; count: number }

const Pages = ({ path, range, page, count }: PagesProps) => {
  if (count <= PAGE_ROWS && page === 1) return null
  const first = (page - 1) * PAGE_ROWS + 1
  const last = Math.min(count, page * PAGE_ROWS)
  const at = (to: number) => `${path}?days=${range.days}&page=${to}`
  return (
    <nav class="pages" aria-label="Pages">
      <span>{first <= count && `${first} to ${last} of ${shownCount(count)}`}</span>
      {page > 1 && (
        <a class="btn" href={at(page - 1)}>
          Previous
        </a>
      )}
      {last < count && (
        <a class="btn" href={at(page + 1)}>
          Next
        </a>
      )}
    </nav>
  )
}

type PartnerPageProps = {
  desk: Desk
  range: Range
  partner: Partner
  days: ReadonlyMap<string, DaySums>
  invitations: InvitationsByNumber
  now: Date
}

export const PartnerPage = ({ desk, range, partner, days, invitations, now }: PartnerPageProps) => {
  const name = nameAt(partner, now)
  const path = `/desk/partners/${partner.id}`
  return (
    <DeskPage desk={desk} tab="partners" title={name}>
      <PageHead
        back={{ href: '/desk/partners', text: 'All partners' }}
        title={name}
        text={name === partner.id ? 'Name not shared' : `Partner ${partner.id}`}
      >
        <Ranges path={path} range={range} />
        <InviteForm desk={desk} partner={partner} invitations={invitations} />
      </PageHead>
      <Summary facts={factsOf(addUp(days.values()))} />
      {days.size === 0 ? (
        <Empty title="No clicks or orders in this period" text="Choose a longer period." />
      ) : (
        <>
          <Chart range={range} days={days} />
          <h2>By day</h2>
          <DaysTable range={range} days={days} nameOn={(day) => nameAt(partner, startOf(day))} />
        </>
      )}
    </DeskPage>
  )
}
