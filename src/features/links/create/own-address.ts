import { withoutFinalDot } from '#contract/text/hosts.ts'
import { cachedSettings } from '#app/worker/server-settings.ts'

/**
 * Returns whether a URL belongs to this app: a short link, page or invitation. It was copied for
 * sharing, not for shortening again.
 */
export async function isOwnAddress(address: string): Promise<boolean> {
  if (isBelow(address, location.origin)) return true
  const settings = await cachedSettings()
  return isBelow(address, settings?.short_link_host ?? '')
}

/** Returns whether a URL is below `base`. If `base` has no path, every URL on its host is. */
function isBelow(address: string, base: string): boolean {
  try {
    const [target, own] = [new URL(address), new URL(base)]
    const folder = `${own.pathname.replace(/\/+$/, '')}/`.toLowerCase()
    const isSameHost = withoutFinalDot(target.host) === withoutFinalDot(own.host)
    return isSameHost && target.pathname.toLowerCase().startsWith(folder)
  } catch {
    return false
  }
}
