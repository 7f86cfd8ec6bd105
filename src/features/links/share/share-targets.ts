/** Content shared by every entry of the share panel. */
export interface Shared {
  title: string
  url: string
}

export type ShareTarget = 'email' | 'facebook' | 'twitter' | 'whatsapp'

/** Encodes parameters with %20, because mail programs show a plus sign literally. */
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

/** Returns whether the system has a share sheet, which most phones and few desktops have. */
export const canShareNatively = () => typeof navigator.share === 'function'

/** Opens the share sheet. Also resolves when the user closes it, which is not a failure. */
export async function shareNatively(shared: Shared): Promise<void> {
  try {
    await navigator.share({ title: shared.title, url: shared.url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}
