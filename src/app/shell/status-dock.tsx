import { useAtomValue } from 'jotai'
import { Suspense, useState, type ReactNode } from 'react'
import { firstScreen } from '#live/start/first-screen.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'
import { sampleDataAtom, timeBannerAtom } from '../facts/facts.ts'
import { waitingCountAtom } from '../outbox/waiting-count.ts'
import styles from './status-dock.module.css'

const StatusBanner = lazyPart(async () => {
  await firstScreen()
  return (await import('../status/status-banner.tsx')).StatusBanner
})

const TimeBanner = lazyPart(async () => (await import('./time-banner.tsx')).TimeBanner)

const SampleLabel = lazyPart(async () => (await import('./sample-label.tsx')).SampleLabel)

const WaitingLine = lazyPart(async () => (await import('../outbox/waiting-line.tsx')).WaitingLine)

/**
 * Shows status lines at the bottom of every screen. They cover content without moving it. The page
 * gets extra space at its end, and floating elements move up.
 */
export function StatusDock({ timeBanner }: { timeBanner: boolean }) {
  const ending = useAtomValue(timeBannerAtom)
  const isSample = useAtomValue(sampleDataAtom)
  // Stays mounted after it was shown, so that its dialog does not close with the last change.
  const [waits, setWaits] = useState(false)
  if (useAtomValue(waitingCountAtom).waiting > 0 && !waits) setWaits(true)
  return (
    <div ref={followHeight} className={styles.dock}>
      {timeBanner && ending && (
        <Late>
          <TimeBanner key={ending.promotion_id} banner={ending} />
        </Late>
      )}
      <Late>
        <StatusBanner />
      </Late>
      {waits && (
        <Late>
          <WaitingLine />
        </Late>
      )}
      {isSample && (
        <Late>
          <SampleLabel />
        </Late>
      )}
    </div>
  )
}

const Late = ({ children }: { children: ReactNode }) => (
  <QuietBoundary>
    <Suspense>{children}</Suspense>
  </QuietBoundary>
)

function followHeight(element: HTMLElement | null) {
  if (!element) return undefined
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => root.setProperty('--dock', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    root.removeProperty('--dock')
  }
}
