import { PrinterIcon } from '@phosphor-icons/react/Printer'
import { getReceiptDetails } from '#api/money/statements.ts'
import { getRequest } from '#api/money/wallet.ts'
import { money } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { APP_NAME } from '#contract/app-constants.ts'
import type { ReceiptDetails } from '#contract/money/statements.ts'
import type { RedemptionDetail } from '#contract/money/wallet.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { isMoneyReturned, requestTitle, STATES } from '../requests/request-state.ts'
import { oldestOf } from '../wallet.ts'
import { MissingDocument } from './not-here.tsx'
import { Person } from './paper-heads.tsx'
import css from './statements.module.css'

/** Shows a printable receipt of a payout. It never contains the code of a gift card. */
export function ReceiptScreen({ id }: { id: string }) {
  const number = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0
  const request = useAnswer(`receipt ${id}`, (options) => getRequest(number, options))
  const details = useAnswer('receipt details', getReceiptDetails, { isSecondary: true })
  const { value } = request
  return (
    <Screen
      title="Receipt"
      freshness={oldestOf([request, details])}
      back={paths.walletRequests}
      narrow
    >
      {value && details.value ? (
        <Paper request={value} details={details.value} />
      ) : (
        <MissingDocument what="receipt" answer={value ? details : request} />
      )}
    </Screen>
  )
}

type PaperProps = { request: RedemptionDetail; details: ReceiptDetails }

const Paper = ({ request, details }: PaperProps) => (
  <article className={`${css.paper} stack`}>
    <div className={css.tools}>
      <Button icon={PrinterIcon} onClick={() => print()}>
        Print
      </Button>
    </div>
    <div className={css.heads}>
      <address className={css.head} aria-label="From">
        <b>{APP_NAME}</b>
        <span>{location.origin}</span>
      </address>
      <Person details={details} />
    </div>
    <Facts facts={factsOf(request)} />
  </article>
)

function factsOf(request: RedemptionDetail) {
  const { number, kind, target, amount, fee, created_at, reference } = request
  const facts: [string, string][] = [
    ['Number', number],
    ['For', 'Commissions and bonuses'],
    [
      kind === 'charity' ? 'Given to' : 'Paid to',
      kind === 'paypal' ? target : requestTitle(request),
    ],
    ['Requested', created_at.slice(0, 10)],
    ...paidFacts(request),
    ['Amount', money(amount)],
  ]
  if (fee > 0) facts.push(['PayPal fee', money(fee)])
  if (reference) facts.push(['Reference', reference])
  return facts
}

/** Returns the payment date, or the reason why there is none. */
function paidFacts(request: RedemptionDetail): [string, string][] {
  const { state, paid_at } = request
  const { name } = STATES[state]
  const paid: [string, string][] = paid_at ? [['Paid', paid_at.slice(0, 10)]] : []
  if (isMoneyReturned(request)) return [...paid, [name, 'The money is back']]
  return paid_at ? paid : [['Paid', `Not yet, ${name.toLowerCase()}`]]
}
