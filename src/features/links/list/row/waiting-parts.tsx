import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'

const Badge = lazyPart(async () => (await import('./row-waiting.tsx')).WaitingBadge)
const Changes = lazyPart(async () => (await import('./row-waiting.tsx')).WaitingCount)
const Control = lazyPart(async () => (await import('./row-waiting.tsx')).RowWaiting)
const Panel = lazyPart(async () => (await import('../../share/share-waiting.tsx')).ShareWaiting)

/* These parts are loaded only if a change is queued. */

export const WaitingBadge = (props: ComponentProps<typeof Badge>) => (
  <QuietBoundary>
    <Suspense>
      <Badge {...props} />
    </Suspense>
  </QuietBoundary>
)

export const WaitingCount = (props: ComponentProps<typeof Changes>) => (
  <QuietBoundary>
    <Suspense>
      <Changes {...props} />
    </Suspense>
  </QuietBoundary>
)

export const RowWaiting = (props: ComponentProps<typeof Control>) => (
  <QuietBoundary>
    <Suspense>
      <Control {...props} />
    </Suspense>
  </QuietBoundary>
)

export const ShareWaiting = (props: ComponentProps<typeof Panel>) => (
  <QuietBoundary>
    <Suspense>
      <Panel {...props} />
    </Suspense>
  </QuietBoundary>
)

/** Loads the parts while there is a connection, because they are needed most without one. */
export const preloadWaitingParts = () =>
  Promise.all([Badge.preload(), Changes.preload(), Control.preload(), Panel.preload()])
