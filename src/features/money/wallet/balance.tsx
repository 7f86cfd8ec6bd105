import { money } from '#app/formats.ts'
import { dayText } from '#app/problems/times.ts'
import type { Balance } from '#contract/money/wallet.ts'
import { paths } from '#paths.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { SplitBar } from '#ui/split-bar.tsx'
import css from './balance.module.css'
import { Figure } from '../figure.tsx'

type BalanceProps = {
  balance: Balance
  /** Age of the saved copy, or null if the balance is live. */
  age: string | null
}

/** Shows the available and pending amounts, and what pending earnings wait for. */
export function BalanceSummary({ balance, age }: BalanceProps) {
  const { available, pending } = balance
  return (
    <section className={`${css.balance} stack`} aria-label="Balance">
      <Ready available={available} age={age} />
      {(available > 0 || pending > 0) && (
        <SplitBar
          label={`${money(available)} ready, ${money(pending)} pending`}
          height={16}
          parts={partsOf(balance)}
        />
      )}
      <Legend balance={balance} />
      {available < 0 && (
        <Banner tone="warn">
          Orders were refunded after you redeemed. Your next earnings make up for it.
        </Banner>
      )}
      <Waiting balance={balance} />
    </section>
  )
}

type ReadyProps = { available: number; age: string | null }

function Ready({ available, age }: ReadyProps) {
  return (
    <dl className={css.ready}>
      <dt>{age ? `Ready to redeem, ${age}` : 'Ready to redeem'}</dt>
      <Figure amount={available} age={age} />
    </dl>
  )
}

function partsOf({ available, pending }: Balance) {
  const ready = Math.max(0, available)
  const sum = ready + Math.max(0, pending)
  return [
    { share: ready / sum, tone: 'money' },
    { share: Math.max(0, pending) / sum, tone: 'pending' },
  ] as const
}

const Legend = ({ balance: { pending, clears_next, reserved, held } }: { balance: Balance }) => (
  <dl className={`${css.legend} num`}>
    <div>
      <dt>
        <i className={css.hatch} aria-hidden />
        Pending
      </dt>
      <dd translate="no">{money(pending)}</dd>
    </div>
    {clears_next && (
      <div>
        <dt>Clears next</dt>
        <dd>
          <span>{`${money(clears_next.amount)} `}</span>
          <small>{`by ${dayText(Date.parse(clears_next.at))}`}</small>
        </dd>
      </div>
    )}
    {reserved > 0 && (
      <div>
        <dt>Requested</dt>
        <dd translate="no">{money(reserved)}</dd>
      </div>
    )}
    {held > 0 && (
      <div>
        <dt>Held</dt>
        <dd>
          <span>{`${money(held)} `}</span>
          <a className={css.link} href={paths.pendingEarnings}>
            See why
          </a>
        </dd>
      </div>
    )}
  </dl>
)

/** Lists the amounts that wait for a payment by a brand. */
function Waiting({ balance: { waiting_for } }: { balance: Balance }) {
  if (waiting_for.length === 0) return null
  return (
    <ul className={`${css.waiting} hint`} aria-label="Waits for brands">
      {waiting_for.map(({ organization, amount }) => (
        <li key={organization.uuid}>
          <b className="num" translate="no">
            {money(amount)}
          </b>
          <span>{` waits until ${organization.name} pays us`}</span>
        </li>
      ))}
    </ul>
  )
}

export const BalanceSkeleton = () => (
  <div className={`${css.balance} stack`} role="status" aria-label="Loading your balance">
    <Skeleton width="40%" height={13} />
    <Skeleton width="60%" height={52} radius={14} />
    <Skeleton height={16} radius={99} />
    <Skeleton width="80%" height={40} radius={14} />
  </div>
)
