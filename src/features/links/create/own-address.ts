import { knownSettings } from '#app/worker/server-settings.ts'

/** A short link of ours, which cannot be the address of another one. */
export async function isOwnAddress(address: string): Promise<boolean> {
  if (isBelow(address, `${location.origin}/s`)) return true
  const settings = await knownSettings()
  return isBelow(address, settings?.short_link_host ?? '')
}

/** With a path (`/s`) only what lies below it; a bare host is short links all over. */
function isBelow(address: string, base: string): boolean {
  try {
    const [given, own] = [new URL(address), new URL(base)]
    const folder = `${own.pathname.replace(/\/+$/, '')}/`.toLowerCase()
    return given.host === own.host && given.pathname.toLowerCase().startsWith(folder)
  } catch {
    return false
  }
}
