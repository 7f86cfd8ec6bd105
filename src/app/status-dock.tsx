import { atom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useCallback, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { firstScreen } from '#mirror/first-screen.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'
import { waitingCountAtom } from './outbox/waiting-count.ts'
import styles from './status-dock.module.css'

const StatusBanner = lazyPart(async () => {
  await firstScreen()
  return (await import('./problems/offline-banner.tsx')).StatusBanner
})

const WaitingLine = lazyPart(async () => (await import('./outbox/waiting-line.tsx')).WaitingLine)

const dockAtom = atom<HTMLElement | null>(null)

/**
 * What comes and goes by itself, at the foot of every screen: it lies over the rows and pushes none
 * of them. The page ends that much later, and what floats above stands that much higher.
 */
export function StatusDock() {
  const setDock = useSetAtom(dockAtom)
  const box = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      setDock(element)
      const stop = followHeight(element)
      return () => {
        stop()
        setDock(null)
      }
    },
    [setDock],
  )
  // Once there, it stays: a dialog that it opened does not go with the last change.
  const [waits, setWaits] = useState(false)
  if (useAtomValue(waitingCountAtom).waiting > 0 && !waits) setWaits(true)
  return (
    <div ref={box} className={styles.dock}>
      <Late>
        <StatusBanner />
      </Late>
      {waits && (
        <Late>
          <WaitingLine />
        </Late>
      )}
    </div>
  )
}

/** A line of one screen, at the foot with the others. Without a shell around it stands where it is. */
export function InDock({ children }: { children: ReactNode }) {
  const dock = useAtomValue(dockAtom)
  return dock ? createPortal(children, dock) : children
}

const Late = ({ children }: { children: ReactNode }) => (
  <QuietBoundary>
    <Suspense>{children}</Suspense>
  </QuietBoundary>
)

function followHeight(element: HTMLElement) {
  const root = document.documentElement.style
  const observer = new ResizeObserver(() => root.setProperty('--dock', `${element.offsetHeight}px`))
  observer.observe(element)
  return () => {
    observer.disconnect()
    root.removeProperty('--dock')
  }
}
