import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { HourglassIcon } from '@phosphor-icons/react/Hourglass'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useListState, useMirrorHealth, type ListState } from '#mirror/use-mirror.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { PORTAL_PAGE } from './portal.ts'
import { portalAtom, slowAtom, tryAgain, useOffline } from './problems.ts'
import { RefreshFailedLine } from './refresh-failed-line.tsx'
import { shownCopyAtom } from './shown-copy.ts'
import { signInAgain } from './sign-in-again.ts'
import { ageText, dayText, isStale, momentText } from './times.ts'
import { useNow } from './use-now.ts'

/** One line at the foot when the links on this device are not live, with how old they are. */
export function StatusBanner() {
  const offline = useOffline()
  const list = useListState('links')
  const now = useNow(30_000)
  const { syncedAt } = list
  const stale = syncedAt !== null && isStale(syncedAt, now)
  const full = useMirrorHealth() === 'full'
  const slow = useAtomValue(slowAtom)
  useRefreshOnReturn(offline, list)
  const line = () => {
    if (offline) return <OfflineBanner {...{ ...list, now }} />
    if (syncedAt && list.error?.status === 401) return <SignedOutBanner {...{ syncedAt, now }} />
    if (syncedAt && list.error)
      return <RefreshFailedLine {...{ list, error: list.error, syncedAt, now }} />
    if (slow) return <SlowBanner />
    if (full) return <FullBanner />
    return stale && <Banner flush>Last updated {dayText(syncedAt, now)}</Banner>
  }
  return line() || null
}

/** The browser says nothing when it was only the server that could not be reached. */
function useRefreshOnReturn(offline: boolean, { error, refresh }: ListState) {
  const wasOffline = useRef(offline)
  const returned = useEffectEvent(() => void (error && refresh()))
  useEffect(() => {
    if (wasOffline.current && !offline) returned()
    wasOffline.current = offline
  }, [offline])
}

type Copy = { now: number; refresh: () => Promise<void> }

function OfflineBanner({ syncedAt, now, refresh }: Copy & { syncedAt: number | null }) {
  const [trying, setTrying] = useState(false)
  const portal = useAtomValue(portalAtom)
  const shown = useAtomValue(shownCopyAtom)
  async function retry() {
    setTrying(true)
    if (await tryAgain()) await refresh()
    setTrying(false)
  }
  return (
    <Banner
      flush
      icon={CloudSlashIcon}
      action={
        <>
          {portal && (
            <ButtonLink
              variant="quiet"
              size="sm"
              href={PORTAL_PAGE}
              target="_blank"
              rel="noreferrer"
            >
              Open
            </ButtonLink>
          )}
          <Button variant="quiet" size="sm" busy={trying} onClick={() => void retry()}>
            Retry
          </Button>
        </>
      }
    >
      <b>Offline.</b>{' '}
      {portal
        ? 'This network wants you to sign in on its own page.'
        : savedText(shown ? shown.syncedAt : syncedAt, now, shown !== undefined)}
    </Banner>
  )
}

function savedText(syncedAt: number | null, now: number, partly: boolean): string {
  if (!syncedAt)
    return partly
      ? 'Not all of this is saved on this device yet.'
      : 'Nothing is saved on this device yet.'
  if (isStale(syncedAt, now)) return `Last updated ${dayText(syncedAt, now)}.`
  return `Saved on this device, updated ${ageText(syncedAt, now)}.`
}

/** Quiet: nothing has failed, and what is saved can be read meanwhile. */
const SlowBanner = () => (
  <Banner flush icon={HourglassIcon}>
    <b>The network is slow.</b> Still waiting for an answer.
  </Banner>
)

/** Pictures have made room already; what is typed and shown is kept in memory. */
const FullBanner = () => (
  <Banner flush tone="warn">
    <b>This device is full.</b> Nothing new is saved on it until there is room.
  </Banner>
)

/** A session that ended in the background interrupts nobody; what is typed survives the sign-in. */
const SignedOutBanner = ({ syncedAt, now }: { syncedAt: number; now: number }) => (
  <Banner
    flush
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
