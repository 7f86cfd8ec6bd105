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
        { name: 'Order' },
        { name: 'Day', is: 'short' },
        { name: 'Person' },
        { name: 'Report', is: 'long' },
        { name: 'Answer', is: 'act' },
      ]}
      rows={sales.map(({ sale, email }) => ({
        id: sale.id,
        cells: [
          `${sale.shop} ${sale.orderNumber}`,
          shownDay(sale.day, true),
          <PersonLink key="person" id={sale.userId} email={email} />,
          `${shownMinute(sale.createdAt)}${sale.note && `: “${sale.note}”`}`,
          <Answers key="answer" visit={visit} id={sale.id} />,
        ],
      }))}
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
