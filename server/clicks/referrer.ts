/** The longest name DNS allows. */
const LONGEST_HOST = 253

/** Host of the page a click came from, without `www.`; paths and queries are not kept (D-28). */
export function referrerHost(referrer: string): string {
  const [, host = ''] =
    /^https?:\/\/(?:[^/?#@]*@)?([a-z0-9._-]+)(?::\d*)?(?:[/?#]|$)/i.exec(referrer) ?? []
  if (host.length > LONGEST_HOST) return ''
  return host.toLowerCase().replace(/^www\./, '')
}
