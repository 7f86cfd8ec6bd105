import { paths } from '#paths.ts'
import { withoutShare } from './share-target.ts'

type LaunchQueue = {
  setConsumer: (take: (launch: { targetURL?: string | null }) => void) => void
}

/**
 * A tap on the icon, a shortcut or a share while the app is open comes to the open window (manifest,
 * `launch_handler`), which must not load anew: something may be typed. The icon alone only brings the
 * window forward. Where this is missing the browser opens the address itself.
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

/** The launch that opened this window is in the queue too, and its page is here already. */
const documentUrl = () => performance.getEntriesByType('navigation')[0]?.name
