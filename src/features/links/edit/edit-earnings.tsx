import { mayUse } from '#live/signed-in.ts'
import { money, percent } from '#app/formats.ts'
import { useOffline } from '#app/problems/problems.ts'
import { updatedText } from '#app/problems/times.ts'
import { useNow } from '#app/problems/use-now.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { useListState } from '#live/read/use-mirror.ts'
import { SplitBar } from '#ui/split-bar.tsx'
import css from './edit-view.module.css'
import { clicksWithOwn } from '../numbers.tsx'

/**
 * Shows the commission rate of the shop and what the link earned; nothing for links outside the
 * network without income from elsewhere.
 */
export function EditEarnings({ link }: { link: ShortLink }) {
  const age = useOfflineAge(link)
  const { commission_percentage: rate, domain, earned_elsewhere: elsewhere = 0 } = link
  if ((rate === null && elsewhere === 0) || !mayUse('money')) return null
  const shop = domain.replace(/^www\./, '')
  return (
    <div className={css.earnings}>
      {rate !== null && (
        <>
          <b>{rate > 0 ? `You earn ${percent(rate)} at ${shop}` : `${shop} pays no commission`}</b>
          <div className={`${css.sums} hint`}>
            {`${clicksWithOwn(link)}, ${money(link.lifetime_revenue)} sold, ${money(link.lifetime_commissions)} earned`}
          </div>
          {rate > 0 && (
            <SplitBar
              label={`${percent(rate)} of each sale is yours`}
              parts={[{ share: Math.min(1, rate / 100), tone: 'money' }]}
              height={8}
            />
          )}
        </>
      )}
      {elsewhere !== 0 && (
        <>
          <b>{`${money(elsewhere)} earned elsewhere`}</b>
          <div className={`${css.sums} hint`}>
            Paid by affiliate networks, not part of your balance
          </div>
        </>
      )}
      {age !== null && <div className={`${css.sums} hint`}>{`Amounts ${age}`}</div>}
    </div>
  )
}

/** Update interval, short enough for an age in minutes. */
const CLOCK_MS = 30_000

/** Returns when the amounts were read, or null if the device is online. */
function useOfflineAge({ is_hidden }: ShortLink): string | null {
  const { syncedAt } = useListState(is_hidden ? 'hiddenLinks' : 'links')
  const now = useNow(CLOCK_MS)
  return useOffline() && syncedAt !== null ? updatedText(syncedAt, now) : null
}
