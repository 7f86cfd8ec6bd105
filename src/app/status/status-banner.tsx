import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { HourglassIcon } from '@phosphor-icons/react/Hourglass'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useListState, useMirrorHealth } from '#live/read/use-mirror.ts'
import { Banner } from '#ui/notices/banner.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { freshnessAtom, type ShownData } from './freshness.ts'
import { PORTAL_PAGE } from '../problems/portal.ts'
import { portalAtom, slowAtom, tryAgain, useOffline } from '../problems/problems.ts'
import { RefreshFailedLine } from './refresh-failed-line.tsx'
import { signInAgain } from '../problems/sign-in-again.ts'
import { ageText, dayText, isStale, momentText } from '../problems/times.ts'
import { useNow } from '../problems/use-now.ts'

/** Shows one line with the age of the data if the screen is not up to date. */
export function StatusBanner() {
  const offline = useOffline()
  const shown = useShownData()
  const now = useNow(30_000)
  const { syncedAt = null, error = null } = shown ?? {}
  const stale = syncedAt !== null && isStale(syncedAt, now)
  const full = useMirrorHealth() === 'full'
  const slow = useAtomValue(slowAtom)
  useRefreshOnReturn(offline, shown)
  const line = () => {
    if (offline) return <OfflineBanner shown={shown} now={now} />
    if (syncedAt && error?.status === 401) return <SignedOutBanner {...{ syncedAt, now }} />
    if (shown && syncedAt && error)
      return <RefreshFailedLine {...{ list: shown, error, syncedAt, now }} />
    if (slow) return <SlowBanner />
    if (full) return <FullBanner />
    return stale && <Banner flush>{`Last updated ${dayText(syncedAt, now)}`}</Banner>
  }
  return line() || null
}

/** Returns undefined if the screen shows no data that can be out of date. */
function useShownData(): ShownData | undefined {
  const freshness = useAtomValue(freshnessAtom)
  const links = useListState(freshness === 'hiddenLinks' ? 'hiddenLinks' : 'links')
  if (freshness === 'none') return undefined
  return typeof freshness === 'string' ? links : freshness
}

/** Refreshes when back online. The browser fires no event if only the server was unreachable. */
function useRefreshOnReturn(offline: boolean, shown: ShownData | undefined) {
  const wasOffline = useRef(offline)
  const onReturn = useEffectEvent(() => void (shown?.error && shown.refresh()))
  useEffect(() => {
    if (wasOffline.current && !offline) onReturn()
    wasOffline.current = offline
  }, [offline])
}

function OfflineBanner({ shown, now }: { shown: ShownData | undefined; now: number }) {
  const [trying, setTrying] = useState(false)
  const portal = useAtomValue(portalAtom)
  async function retry() {
    setTrying(true)
    if (await tryAgain()) await shown?.refresh()
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
      <b>Offline.</b>
      <span>{` ${portal ? 'This network wants you to sign in on its own page.' : savedText(shown, now)}`}</span>
    </Banner>
  )
}

function savedText(shown: ShownData | undefined, now: number): string {
  if (!shown) return 'What is saved on this device still works.'
  const { syncedAt, partly } = shown
  if (!syncedAt)
    return partly
      ? 'Not all of this is saved on this device yet.'
      : 'Nothing is saved on this device yet.'
  if (isStale(syncedAt, now)) return `Last updated ${dayText(syncedAt, now)}.`
  return `Saved on this device, updated ${ageText(syncedAt, now)}.`
}

/** Neutral, since nothing has failed and saved data can be read. */
const SlowBanner = () => (
  <Banner flush icon={HourglassIcon}>
    <b>The network is slow.</b> Still waiting for an answer.
  </Banner>
)

/** Cached pictures have been deleted already. Drafts and shown data are kept in memory. */
const FullBanner = () => (
  <Banner flush tone="warn">
    <b>This device is full.</b> Nothing new is saved on it until there is room.
  </Banner>
)

/** A session that expired in the background opens no dialog. Drafts survive the sign-in. */
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
    <b>Signed out.</b>
    <span>{` These are from ${momentText(syncedAt, now)}.`}</span>
  </Banner>
)
