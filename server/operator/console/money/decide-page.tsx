import { Empty, PageHead } from '../../../platform/html/parts.tsx'
import { formatCents } from '../../../platform/money.ts'
import type { RedemptionRow } from '../../../money/wallet/redemption-rows.ts'
import type { ActionName } from '../../actions/actions.ts'
import { countOf, sumOf } from '../../payout-texts.ts'
import { ActionForm } from '../actions/action-form.tsx'
import { boxName } from '../actions/chosen.ts'
import type { Visit } from '../frame/console-session.ts'
import { ConsolePage } from '../frame/layout.tsx'
import { PayoutTable } from './payout-table.tsx'
import type { Payout } from './payouts.ts'

type Props = { visit: Visit; payouts: Payout[] }

type Decision = {
  action: ActionName
  name: string
  asks?: readonly ('why' | 'ref' | 'fee')[]
  from: readonly RedemptionRow['state'][]
}

const OPEN = ['requested', 'in_review', 'processing'] as const

/** Decisions about payouts, with the states in which a payout can be decided so. */
const DECISIONS: readonly Decision[] = [
  { action: 'payout.approve', name: 'Approve', from: ['in_review'] },
  { action: 'payout.paid', name: 'Record as paid', asks: ['ref', 'fee'], from: OPEN },
  { action: 'payout.reject', name: 'Reject', asks: ['why'], from: OPEN },
  { action: 'payout.return', name: 'Record as returned', asks: ['why'], from: ['paid'] },
]

/** Shows the chosen payouts once more, with the decisions that are possible. */
export const DecidePage = ({ visit, payouts }: Props) => (
  <ConsolePage visit={visit} screen="money" title="Decide about payouts">
    <PageHead
      back={{ href: '/console/money/payouts', text: 'Payouts' }}
      title="Decide about payouts"
      text={`${countOf(payouts)}, ${formatCents(sumOf(payouts))} in total.`}
    />
    {payouts.length === 0 ? (
      <Empty title="Nothing is chosen" text="Go back and choose payouts in the table." />
    ) : (
      <>
        <PayoutTable label="Chosen payouts" payouts={payouts} />
        <h2>Decision</h2>
        {DECISIONS.map((decision) => (
          <DecisionForm key={decision.action} {...{ visit, payouts, decision }} />
        ))}
      </>
    )}
  </ConsolePage>
)

const DecisionForm = ({ visit, payouts, decision }: Props & { decision: Decision }) => {
  const { action, name, asks = [], from } = decision
  const fitting = payouts.filter(({ state }) => from.includes(state))
  if (fitting.length === 0) return null
  const chosen = Object.fromEntries(fitting.map(({ id }) => [boxName(id), 'on']))
  return (
    <ActionForm
      {...{ visit, action, asks }}
      subject="payouts"
      back="/console/money/payouts"
      name={`${name}: ${countOf(fitting)}, ${formatCents(sumOf(fitting))}`}
      hidden={{ many: 'yes', ...chosen }}
    />
  )
}
