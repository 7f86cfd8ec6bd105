import { CheckIcon } from '@phosphor-icons/react/Check'
import { XIcon } from '@phosphor-icons/react/X'
import { getRequest } from '#api/money/wallet.ts'
import { money } from '#app/formats.ts'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { useOffline } from '#app/problems/problems.ts'
import { momentText } from '#app/problems/times.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { Redemption, RedemptionDetail } from '#contract/money/wallet.ts'
import { paths, receiptPath, redeemPath } from '#paths.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { Facts } from '#ui/facts.tsx'
import { CodeOnRequest } from '../gift-cards/code-on-request.tsx'
import { isMoneyReturned, requestTitle, asSentence, STATES } from './request-state.ts'
import css from './request-sheet.module.css'

type RequestSheetProps = {
  /** Id in the address. */
  id: string
  /** Entry of the list, if it is loaded. */
  listed: Redemption | undefined
  onClose: () => void
}

/**
 * Shows a payout request with all its states and reasons, and the code of a gift card after the
 * password.
 */
export function RequestSheet({ id, listed, onClose }: RequestSheetProps) {
  const number = Number(id)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const answer = useAnswer(
    isNumber ? `wallet request ${id}` : null,
    (options) => getRequest(number, options),
    { isSecondary: true },
  )
  const request = answer.value ?? listed
  const title = request ? `${requestTitle(request)}, ${money(request.amount)}` : 'Request'
  return (
    <Modal
      title={title}
      size="confirm"
      onClose={onClose}
      footer={request && isMoneyReturned(request) && <NextSteps request={request} />}
    >
      {request ? (
        <div className={`${css.body} stack`}>
          <History request={request} />
          <Note request={request} />
          {request.kind === 'voucher' && request.state === 'paid' && (
            <CodeOnRequest id={request.id} />
          )}
          <Facts
            facts={[
              ['Number', request.number],
              [TO[request.kind], request.target],
              ...(request.fee > 0
                ? [['PayPal fee', money(request.fee)] satisfies [string, string]]
                : []),
              ...(request.reference
                ? [['Reference', request.reference] satisfies [string, string]]
                : []),
            ]}
          />
          {request.paid_at !== null && (
            <ButtonLink href={receiptPath(request.id)}>Receipt</ButtonLink>
          )}
        </div>
      ) : (
        <Missing answer={answer} isNumber={isNumber} />
      )}
    </Modal>
  )
}

const TO = { paypal: 'To', charity: 'Given to', voucher: 'Shop' } as const

function Missing({ answer, isNumber }: { answer: Answer<RedemptionDetail>; isNumber: boolean }) {
  const offline = useOffline()
  if (!isNumber || answer.error?.status === 404)
    return (
      <EmptyState title="This request isn’t here" text="Your wallet lists all of your requests." />
    )
  if (answer.loading) return <Skeleton height={96} radius={14} />
  if (offline)
    return <EmptyState title="Not saved on this device" text="It opens when you’re online." />
  return <NotLoaded what="request" list={answer} />
}

/** Lists the states, oldest first. */
const History = ({ request }: { request: Redemption }) => (
  <ol className="stack">
    {request.history.map(({ state, at, why }) => {
      const { name, tone } = STATES[state]
      const Icon = tone === 'danger' ? XIcon : CheckIcon
      return (
        <li key={`${state} ${at}`} className={css.step}>
          <span className={css.dot} data-tone={tone}>
            <Icon size={13} weight="bold" aria-hidden />
          </span>
          <span className={css.state}>
            <span>{name}</span>
            {why && why !== request.note && <span className={`${css.why} hint`}>{why}</span>}
          </span>
          <span className={`${css.at} num hint`}>{momentText(Date.parse(at))}</span>
        </li>
      )
    })}
  </ol>
)

function Note({ request }: { request: Redemption }) {
  const { note, state, amount } = request
  if (isMoneyReturned(request))
    return (
      <Banner tone="danger">
        {`${asSentence(note)}The ${money(amount)} is back in your wallet.`}
      </Banner>
    )
  if (note) return <Banner tone="warn">{note}</Banner>
  if (state === 'in_review')
    return (
      <Banner>
        We look at first payouts and at gift cards above $100 by hand, usually within 3 days.
      </Banner>
    )
  return null
}

/** Shows what to do after the money was returned. */
const NextSteps = ({ request }: { request: Redemption }) => (
  <>
    {request.kind === 'paypal' && (
      <ButtonLink href={paths.paymentThreshold}>Change email</ButtonLink>
    )}
    <ButtonLink
      variant="primary"
      href={
        request.kind === 'voucher'
          ? paths.giftCards
          : redeemPath(request.kind === 'charity' ? 'charity' : 'paypal')
      }
    >
      Redeem again
    </ButtonLink>
  </>
)
