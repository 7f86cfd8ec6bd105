import { knownSettings } from '#app/worker/server-settings.ts'

/** A short link, a page or an invitation of ours: copied to be passed on, and not to be made short once more. */
export async function isOwnAddress(address: string): Promise<boolean> {
  if (isBelow(address, location.origin)) return true
  const settings = await knownSettings()
  return isBelow(address, settings?.short_link_host ?? '')
}

/** With a path only what lies below it; of a bare host everything. */
function isBelow(address: string, base: string): boolean {
  try {
    const [given, own] = [new URL(address), new URL(base)]
    const folder = `${own.pathname.replace(/\/+$/, '')}/`.toLowerCase()
    return given.host === own.host && given.pathname.toLowerCase().startsWith(folder)
  } catch {
    return false
  }
}
