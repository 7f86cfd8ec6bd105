import { useOffline } from '#app/problems/problems.ts'
import { NothingSaved } from '#app/list-state.tsx'
import { NotLoaded } from '#app/problems/not-loaded.tsx'
import { Screen } from '#app/shell/screen/screen.tsx'
import { paths } from '#paths.ts'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useWalletSettings } from '../wallet.ts'
import { ThresholdForm } from './threshold-form.tsx'
import css from './threshold.module.css'

/** Shows the payment threshold and the PayPal address. */
export function ThresholdScreen() {
  const settings = useWalletSettings()
  return (
    <Screen title="Payment threshold" freshness={settings} back={paths.walletRequests} narrow tall>
      {settings.value ? (
        <ThresholdForm settings={settings.value} onSaved={settings.set} />
      ) : (
        <Missing settings={settings} />
      )}
    </Screen>
  )
}

function Missing({ settings }: { settings: ReturnType<typeof useWalletSettings> }) {
  const offline = useOffline()
  if (settings.loading)
    return (
      <div className={`${css.form} fill-column`} role="status" aria-label="Loading your settings">
        <Skeleton height={44} />
        <Skeleton width="40%" height={44} />
        <Skeleton height={112} radius={14} />
        <Skeleton height={72} radius={14} />
      </div>
    )
  if (offline) return <NothingSaved what="settings" />
  return <NotLoaded what="settings" list={settings} />
}
