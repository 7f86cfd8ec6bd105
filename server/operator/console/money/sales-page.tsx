import type { openMissingSales } from '../../../money/missing-sales/answer-missing-sale.ts'
import { shownDay, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { PersonLink } from '../frame/parts.tsx'
import { MoneyPage } from './money-page.tsx'

type MissingSale = Awaited<ReturnType<typeof openMissingSales>>[number]

type Props = { visit: Visit; sales: MissingSale[] }

export const SalesPage = ({ visit, sales }: Props) => (
  <MoneyPage visit={visit} tab="sales">
    <Table
      label="Missing sales"
      columns={[
        { name: 'Order', cell: ({ sale }) => `${sale.shop} ${sale.orderNumber}` },
        { name: 'Day', is: 'short', cell: ({ sale }) => shownDay(sale.day, true) },
        {
          name: 'Person',
          cell: ({ sale, email }) => <PersonLink id={sale.userId} email={email} />,
        },
        {
          name: 'Report',
          is: 'long',
          cell: ({ sale }) => `${shownMinute(sale.createdAt)}${sale.note && `: “${sale.note}”`}`,
        },
        { name: 'Answer', is: 'act', cell: ({ sale }) => <Answers visit={visit} id={sale.id} /> },
      ]}
      rows={sales}
      empty={{ title: 'No missing sales', text: 'Reports of creators appear here.' }}
    />
  </MoneyPage>
)

const Answers = ({ visit, id }: { visit: Visit; id: number }) => {
  const about = { visit, subject: `sale ${id}`, back: '/console/money/sales' }
  return (
    <>
      <ActionForm {...about} action="sale.accept" name="Accept" asks={['link', 'amount']} />
      <ActionForm {...about} action="sale.decline" name="Decline" asks={['why']} />
    </>
  )
}
