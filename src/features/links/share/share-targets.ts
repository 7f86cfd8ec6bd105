/** What every entry of the share panel carries (R-317). */
export interface Shared {
  title: string
  url: string
}

export type ShareTarget = 'email' | 'facebook' | 'twitter' | 'whatsapp'

/** Encoded with %20, because mail programs show a plus sign as a plus sign. */
const query = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')

const hrefs: Record<ShareTarget, (shared: Shared) => string> = {
  email: ({ title, url }) => `mailto:?${query({ subject: title, body: `${title}\r\n${url}` })}`,
  facebook: ({ title, url }) =>
    `https://www.facebook.com/sharer/sharer.php?${query({ u: url, quote: title })}`,
  twitter: ({ title, url }) => `https://twitter.com/intent/tweet?${query({ text: title, url })}`,
  whatsapp: ({ title, url }) => `https://wa.me/?${query({ text: `${title} ${url}` })}`,
}

export const shareHref = (target: ShareTarget, shared: Shared) => hrefs[target](shared)

/** The native sheet exists on phones and on few desktops (R-316). */
export const canShareNatively = () => typeof navigator.share === 'function'

/** Resolves also when the person closes the sheet: that is an answer, not a failure. */
export async function shareNatively(shared: Shared): Promise<void> {
  try {
    await navigator.share({ title: shared.title, url: shared.url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
