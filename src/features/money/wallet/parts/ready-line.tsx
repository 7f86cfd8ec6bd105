import { money } from '#app/formats.ts'
import { useCopyAge } from '#app/query/use-copy-age.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import type { BalanceAnswer } from '../wallet.ts'
import css from './ready-line.module.css'

/** Shows the available balance above the ways to redeem it. */
export function AvailableLine({ balance }: { balance: BalanceAnswer }) {
  const age = useCopyAge(balance)
  if (!balance.value) return balance.loading ? <Skeleton width="60%" height={40} /> : null
  return (
    <p className={`${css.line} num`}>
      <b data-old={age !== null || undefined} translate="no">
        {money(balance.value.available)}
      </b>
      <span>{`ready${age ? `, ${age}` : ''}`}</span>
    </p>
  )
}
