import { ChartBarIcon } from '@phosphor-icons/react/ChartBar'
import { WalletIcon } from '@phosphor-icons/react/Wallet'
import { count } from '#app/formats.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { paths } from '#paths.ts'
import styles from './more-screen.module.css'

/** Numbers only where there are some: the wallet has none before it exists. */
export function MoreTiles() {
  const totals = useLinkTotals()
  return (
    <div className={styles.tiles}>
      <a className={styles.tile} href={paths.wallet}>
        <WalletIcon size={22} aria-hidden />
        <span className={styles.tileLabel}>Wallet</span>
        <b>Not here yet</b>
      </a>
      <a className={styles.tile} href={paths.analytics}>
        <ChartBarIcon size={22} aria-hidden />
        <span className={styles.tileLabel}>Analytics, all links</span>
        <b className="num">
          {totals
            ? `${count(totals.clicks)} ${totals.clicks === 1 ? 'click' : 'clicks'}`
            : 'Clicks'}
        </b>
      </a>
    </div>
  )
}
