import { Suspense, type ReactNode } from 'react'
import { afterFirstScreen } from '#live/start/first-screen.ts'
import { latePart } from '#ui/loading/late-part.tsx'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'

/** Parts that are loaded when used, so that the rows do not wait for their code. */
export const BulkBar = lazyPart(async () => (await import('../select/bulk-bar.tsx')).BulkBar)
export const RowMenuPopup = lazyPart(
  async () => (await import('./row/row-menu-popup.tsx')).RowMenuPopup,
)

/** Chart for wide windows only: phones do not load it, and the first rows do not wait for it. */
export const RecentClicks = latePart(async () => {
  await afterFirstScreen()
  return (await import('./row/recent-clicks.tsx')).RecentClicks
})

/** Loads the parts in advance, for use offline. */
export async function preloadListParts(): Promise<void> {
  await Promise.all([BulkBar.preload(), RowMenuPopup.preload()])
}

export const LazyBoundary = ({ children }: { children: ReactNode }) => (
  <QuietBoundary>
    <Suspense>{children}</Suspense>
  </QuietBoundary>
)
