import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { useState } from 'react'
import { useListState } from '#mirror/use-mirror.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { tryAgain, useOffline } from './problems.ts'
import { ageText, dayText, isStale, momentText } from './times.ts'
import { useNow } from './use-now.ts'

/** One line under the header when the links on the screen are not live, with how old they are. */
export function StatusBanner() {
  const offline = useOffline()
  const { syncedAt, error, refreshing, refresh } = useListState('links')
  const now = useNow(30_000)
  if (offline) return <OfflineBanner syncedAt={syncedAt} now={now} refresh={refresh} />
  if (!syncedAt) return null
  if (error) return <FailedBanner {...{ syncedAt, now, refreshing, refresh }} />
  if (isStale(syncedAt, now)) return <Banner>Last updated {dayText(syncedAt, now)}</Banner>
  return null
}

type Copy = { now: number; refresh: () => Promise<unknown> }

function OfflineBanner({ syncedAt, now, refresh }: Copy & { syncedAt: number | null | undefined }) {
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

function savedText(syncedAt: number | null | undefined, now: number): string {
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
