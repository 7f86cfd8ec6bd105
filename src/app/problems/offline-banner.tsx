import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { useState } from 'react'
import { useListState } from '#mirror/use-mirror.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import styles from './offline-banner.module.css'
import { tryAgain, useOffline } from './problems.ts'
import { signInAgain } from './sign-in-again.ts'
import { ageText, dayText, isStale, momentText } from './times.ts'
import { useNow } from './use-now.ts'

/** One line under the header when the links on this device are not live, with how old they are. */
export function StatusBanner() {
  const offline = useOffline()
  const list = useListState('links')
  const now = useNow(30_000)
  const { syncedAt } = list
  const stale = syncedAt !== null && isStale(syncedAt, now)
  if (!offline && !stale && !(syncedAt && list.error)) return null
  return (
    <div className={styles.line}>
      {offline && <OfflineBanner {...{ ...list, now }} />}
      {!offline && syncedAt && list.error?.status === 401 && (
        <SignedOutBanner {...{ syncedAt, now }} />
      )}
      {!offline && syncedAt && list.error && list.error.status !== 401 && (
        <FailedBanner {...{ ...list, syncedAt, now }} />
      )}
      {!offline && syncedAt && !list.error && (
        <Banner>Last updated {dayText(syncedAt, now)}</Banner>
      )}
    </div>
  )
}

type Copy = { now: number; refresh: () => Promise<void> }

function OfflineBanner({ syncedAt, now, refresh }: Copy & { syncedAt: number | null }) {
  const [trying, setTrying] = useState(false)
  async function retry() {
    setTrying(true)
    if (await tryAgain()) await refresh()
    setTrying(false)
  }
  return (
    <Banner
      icon={CloudSlashIcon}
      action={
        <Button variant="quiet" size="sm" busy={trying} onClick={() => void retry()}>
          Retry
        </Button>
      }
    >
      <b>Offline.</b> {savedText(syncedAt, now)}
    </Banner>
  )
}

function savedText(syncedAt: number | null, now: number): string {
  if (!syncedAt) return 'Nothing is saved on this device yet.'
  if (isStale(syncedAt, now)) return `Last updated ${dayText(syncedAt, now)}.`
  return `Saved on this device, updated ${ageText(syncedAt, now)}.`
}

type Failed = Copy & { syncedAt: number; refreshing: boolean }

const FailedBanner = ({ syncedAt, now, refreshing, refresh }: Failed) => (
  <Banner
    tone="danger"
    action={
      <Button variant="quiet" size="sm" busy={refreshing} onClick={() => void refresh()}>
        Try again
      </Button>
    }
  >
    <b>Couldn’t refresh.</b> These are from {momentText(syncedAt, now)}.
  </Banner>
)

/** A session that ended in the background interrupts nobody; what is typed survives the sign-in. */
const SignedOutBanner = ({ syncedAt, now }: { syncedAt: number; now: number }) => (
  <Banner
    tone="danger"
    action={
      <Button variant="quiet" size="sm" onClick={() => void signInAgain()}>
        Sign in
      </Button>
    }
  >
    <b>Signed out.</b> These are from {momentText(syncedAt, now)}.
  </Banner>
)
