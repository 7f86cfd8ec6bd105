import { paths } from '#paths.ts'
import { withoutShare } from './share-target.ts'

type LaunchQueue = {
  setConsumer: (take: (launch: { targetURL?: string | null }) => void) => void
}

/**
 * Handles launches while the app is open: by its icon, a shortcut or a share (manifest,
 * `launch_handler`). The page is not reloaded, because there may be unsaved input. The icon alone
 * only focuses the window. Without support, the browser opens the address itself.
 */
export function takeLaunches({ open }: { open: (path: string) => void }): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    if (!targetURL || targetURL === documentUrl()) return
    const target = new URL(targetURL)
    if (target.origin !== location.origin) return
    const isShare = [...target.searchParams.keys()].some((name) => name.startsWith('share_'))
    const { pathname, search, hash } = isShare ? withoutShare(target) : target
    if (pathname + search !== paths.home) open(pathname + search + hash)
  })
}

/**
 * Returns the address of this document. The launch that opened it is in the queue too and needs no
 * handling.
 */
const documentUrl = () => performance.getEntriesByType('navigation')[0]?.name
