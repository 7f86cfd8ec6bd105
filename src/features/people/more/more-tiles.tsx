import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { getBalance } from '#api/money/wallet.ts'
import { count, money } from '#app/formats.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { useCopyAge } from '#app/query/use-copy-age.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { paths } from '#paths.ts'
import styles from './more-screen.module.css'

/** Shows clicks and balance once they are loaded. A saved balance shows its age. */
export function MoreTiles() {
  const totals = useLinkTotals()
  const balance = useAnswer('wallet balance', getBalance, { copy: true, isSecondary: true })
  const age = useCopyAge(balance)
  return (
    <div className={styles.tiles}>
      <a className={styles.tile} href={paths.wallet}>
        <WalletIcon size={22} aria-hidden />
        <span className="hint">{age ? `Wallet, ${age}` : 'Wallet'}</span>
        <b className="num">{balance.value ? money(balance.value.available) : 'Your money'}</b>
      </a>
      <a className={styles.tile} href={paths.analytics}>
        <ChartBarIcon size={22} aria-hidden />
        <span className="hint">Analytics, all links</span>
        <b className="num">
          {totals
            ? `${count(totals.clicks)} ${totals.clicks === 1 ? 'click' : 'clicks'}`
            : 'Clicks'}
        </b>
      </a>
    </div>
  )
}
