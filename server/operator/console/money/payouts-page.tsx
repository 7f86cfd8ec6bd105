import { Empty, shownMinute, Table } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import { ActionForm } from '../actions/action-form.tsx'
import type { Visit } from '../frame/console-session.ts'
import { MoneyPage } from './money-page.tsx'
import { PayoutTable } from './payout-table.tsx'
import type { Batch, Payout } from './payouts.ts'

type Props = { visit: Visit; payouts: Payout[]; batches: Batch[]; hasPaypal: boolean }

const PATH = '/console/money/payouts'
const CHOOSE = 'choose'

export const PayoutsPage = ({ visit, payouts, batches, hasPaypal }: Props) => {
  const isReady = payouts.some(({ state }) => state === 'requested')
  return (
    <MoneyPage visit={visit} tab="payouts">
      {payouts.length === 0 ? (
        <Empty title="No requests wait" text="Requested payouts and gift cards appear here." />
      ) : (
        <>
          <PayoutTable label="Payouts to decide" payouts={payouts} form={CHOOSE} />
          <ChooseForm />
        </>
      )}
      <h2>Batches</h2>
      <p class="lead">A batch contains all approved payouts, so that they can be paid together.</p>
      {isReady && <OpenForms visit={visit} hasPaypal={hasPaypal} />}
      <BatchTable batches={batches} />
    </MoneyPage>
  )
}

/** Shows the button to the decision about the chosen payouts. Its boxes are in the table. */
export const ChooseForm = () => (
  <form method="get" action={`${PATH}/decide`} id={CHOOSE} class="decide">
    <button class="btn primary" type="submit">
      Decide about the chosen payouts
    </button>
  </form>
)

const OpenForms = ({ visit, hasPaypal }: Pick<Props, 'visit' | 'hasPaypal'>) => {
  const about = { visit, action: 'payout.open', back: PATH } as const
  return (
    <div class="acts">
      <ActionForm {...about} subject="batch by hand" name="Open a batch to pay by hand" />
      {hasPaypal && (
        <ActionForm {...about} subject="batch for PayPal" name="Open a batch for PayPal" />
      )}
    </div>
  )
}

const BatchTable = ({ batches }: { batches: Batch[] }) => (
  <Table
    label="Batches"
    columns={[
      {
        name: 'Batch',
        cell: (one) => <a href={`${PATH}/batches/${one.batch.id}`}>Batch {one.batch.id}</a>,
      },
      { name: 'Opened', is: 'short', cell: (one) => shownMinute(one.batch.createdAt) },
      { name: 'Paid', cell: (one) => WAYS[one.batch.method] },
      { name: 'Payouts', is: 'number', cell: (one) => String(one.count) },
      { name: 'Amount', is: 'number', cell: (one) => formatCents(Number(one.cents)) },
      { name: 'Status', cell: (one) => batchState(one) },
    ]}
    rows={batches}
    empty={{ title: 'No batches', text: 'Approve payouts, then open a batch.' }}
  />
)

const WAYS = { open: 'Not decided', hand: 'By hand', paypal: 'PayPal' }

/** Returns how many payouts of a batch wait, or its problem. */
export const batchState = ({ batch, waiting }: Pick<Batch, 'batch' | 'waiting'>): string => {
  if (batch.problem !== '') return batch.problem
  return waiting === 0 ? 'Done' : `${waiting} not paid yet`
}
