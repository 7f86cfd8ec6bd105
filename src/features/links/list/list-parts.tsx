import { Suspense, type ReactNode } from 'react'
import { firstScreen } from '#live/start/first-screen.ts'
import { latePart } from '#ui/late-part.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'

/** What comes up over a list when it is used; its rows do not wait for the code. */
export const BulkBar = lazyPart(async () => (await import('../select/bulk-bar.tsx')).BulkBar)
export const RowMenuPopup = lazyPart(
  async () => (await import('./row-menu-popup.tsx')).RowMenuPopup,
)

/** In wide windows only: phones never fetch it, and the first rows do not wait for it. */
export const RecentClicks = latePart(async () => {
  await firstScreen()
  return (await import('./recent-clicks.tsx')).RecentClicks
})

/** Before the connection goes. */
export async function preloadListParts(): Promise<void> {
  await Promise.all([BulkBar.preload(), RowMenuPopup.preload()])
}

export const WhenHere = ({ children }: { children: ReactNode }) => (
  <QuietBoundary>
    <Suspense>{children}</Suspense>
  </QuietBoundary>
)
