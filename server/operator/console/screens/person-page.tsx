import { PageHead, shownCount, shownDay, Summary, Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import type { AuditEntry } from '../../actions/audit-log.ts'
import { earnedText } from '../../earned.ts'
import { ActionForm } from '../actions/action-form.tsx'
import { BlockForm } from '../actions/block-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { maySee } from '../frame/screen-roles.ts'
import { AccountActions } from './account-actions.tsx'
import { WhatHappenedToAccount } from './audit-page.tsx'
import { stateText } from './order-state.ts'
import type { PersonView } from './people.ts'
import type { PersonEvent } from './person-events.ts'

type Props = { visit: Visit; person: PersonView; entries: AuditEntry[]; events: PersonEvent[] }

export const PersonPage = ({ visit, person, entries, events }: Props) => {
  const { user, page, hasFactor, recovery } = person
  const title = user.name || user.email
  const about = [
    user.email,
    `since ${shownDay(user.createdAt, true)}`,
    ...(page ? [`page ${page.slug}`] : []),
    hasFactor ? 'with a second factor' : 'without a second factor',
    ...(recovery ? [`asked to remove it on ${shownDay(recovery.askedAt, true)}`] : []),
  ]
  const to = { visit, back: `/console/people/${user.id}` }
  const subject = `user ${user.id}`
  return (
    <ConsolePage visit={visit} screen="people" title={title}>
      <PageHead title={title} text={about.join(', ')}>
        {maySee(visit.member.role, 'messages') && (
          <a class="btn" href={`/console/messages/with/${user.id}`}>
            Write a message
          </a>
        )}
        <ActionForm {...to} action="person.sign-out" subject={subject} name="Sign out everywhere" />
      </PageHead>
      <Summary
        facts={[
          { name: 'Links', value: shownCount(person.links) },
          { name: 'Clicks, 30 days', value: shownCount(person.clicks) },
          { name: 'Available', value: formatCents(person.availableCents) },
          { name: 'Held', value: formatCents(person.heldCents) },
        ]}
      />
      {hasFactor && (
        <ActionForm
          {...to}
          action="person.reset-factors"
          subject={subject}
          name="Reset second factor"
          asks={['why']}
        />
      )}
      {page && <BlockForm {...to} row={page} subject={`page ${page.slug}`} what="page" />}
      <AccountActions {...to} person={person} />
      <h2>Money</h2>
      {person.orders.length === 0 ? (
        <p class="none">No orders yet.</p>
      ) : (
        <Orders {...to} orders={person.orders} />
      )}
      <WhatHappenedToAccount entries={entries} events={events} />
    </ConsolePage>
  )
}

type OrdersProps = { visit: Visit; back: string; orders: PersonView['orders'] }

const Orders = ({ orders, ...to }: OrdersProps) => (
  <Table
    label="Orders"
    columns={[
      { name: 'Order', cell: (order) => order.orderId },
      { name: 'Brand', cell: (order) => order.brand ?? '' },
      { name: 'Commission', is: 'number', cell: (order) => earnedText(order) },
      { name: 'Status', cell: (order) => stateText(order) },
      {
        name: 'Action',
        is: 'act',
        cell: (order) => (order.state === 'held' ? <Decisions {...to} id={order.id} /> : ''),
      },
    ]}
    rows={orders}
  />
)

type DecisionsProps = { visit: Visit; back: string; id: number }

const Decisions = ({ id, ...to }: DecisionsProps) => {
  const about = { ...to, subject: `order ${id}`, asks: ['why'] } as const
  return (
    <>
      <ActionForm {...about} action="order.approve" name="Release" />
      <ActionForm {...about} action="order.reverse" name="Reverse" />
    </>
  )
}
