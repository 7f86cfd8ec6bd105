import { useAtomValue } from 'jotai'
import { Suspense, useState, type ReactNode } from 'react'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import { ActingLine } from '../../accounts/acting-line.tsx'
import { restrictionAtom, sampleDataAtom, timeBannerAtom } from '../../facts/facts.ts'
import { waitingCountAtom } from '../../outbox/waiting-count.ts'
import styles from './status-dock.module.css'

const StatusBanner = lazyPart(async () => {
  await afterFirstScreen()
  return (await import('../../status/status-banner.tsx')).StatusBanner
})

const TimeBanner = lazyPart(async () => (await import('./time-banner.tsx')).TimeBanner)

const RestrictedBanner = lazyPart(
  async () => (await import('../../status/restricted-banner.tsx')).RestrictedBanner,
)

const SampleLabel = lazyPart(async () => (await import('./sample-label.tsx')).SampleLabel)

const WaitingLine = lazyPart(
  async () => (await import('../../outbox/waiting-line.tsx')).WaitingLine,
)

/**
 * Shows status lines at the bottom of every screen. They cover content without moving it. The page
 * gets extra space at its end, and floating elements move up.
 */
export function StatusDock({ timeBanner }: { timeBanner: boolean }) {
  const banner = useAtomValue(timeBannerAtom)
  const restriction = useAtomValue(restrictionAtom)
  const isSample = useAtomValue(sampleDataAtom)
  // Keep the line mounted once it was shown, so that its dialog stays open when the last change is
  // sent.
  const [hasWaited, setWaits] = useState(false)
  if (useAtomValue(waitingCountAtom).waiting > 0 && !hasWaited) setWaits(true)
  return (
    <div ref={trackHeight} className={styles.dock}>
      <ActingLine />
      {restriction && (
        <LazyPart>
          <RestrictedBanner {...restriction} />
        </LazyPart>
      )}
      {timeBanner && banner && (
        <LazyPart>
          <TimeBanner key={banner.promotion_id} banner={banner} />
        </LazyPart>
      )}
      <LazyPart>
        <StatusBanner />
      </LazyPart>
      {hasWaited && (
        <LazyPart>
          <WaitingLine />
        </LazyPart>
      )}
      {isSample && (
        <LazyPart>
          <SampleLabel />
        </LazyPart>
      )}
    </div>
  )
}

const LazyPart = ({ children }: { children: ReactNode }) => (
  <QuietBoundary>
    <Suspense>{children}</Suspense>
  </QuietBoundary>
)

function trackHeight(element: HTMLElement | null) {
  if (!element) return undefined
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => root.setProperty('--dock', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    root.removeProperty('--dock')
  }
}
