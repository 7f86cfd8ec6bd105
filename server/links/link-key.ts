/** Row of `link_domains` that stands for the installation's own short host. */
export const OWN_DOMAIN = 1

/** How caches and notifications name a link: the same for every spelling of its code. */
export const linkKey = (domainId: number, shortCode: string) =>
  `${domainId}:${shortCode.toLowerCase()}`

/** Codes of another domain, which the installation's own host leads on as well: `lamp~12`. */
const NAME = /^([a-z0-9][a-z0-9_-]{1,49})(?:~([1-9]\d{0,8}))?$/i

/** The link that a name below the installation's own host means; undefined for what none can look like. */
export function readName(name: string): { domainId: number; code: string } | undefined {
  const [, code, domainId = String(OWN_DOMAIN)] = NAME.exec(name) ?? []
  return code === undefined ? undefined : { domainId: Number(domainId), code }
}

/**
 * A name and the first sign after it that no name can contain. A slash and a plus sign have meanings
 * of their own.
 */
const NAME_AND_REST = /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)(?:[^a-z0-9_/+~%-]|%(?!2b))/i

/** Names of files that programs look for, such as `robots.txt`. These are not short links. */
const FILE =
  /\.(?:aspx?|css|env|gif|html?|ico|jpe?g|js|json|jsp|map|php|png|svg|txt|webmanifest|webp|xml)$/i

/**
 * Returns the name at the start of a path in which punctuation or a space follows, as when an address
 * was copied out of a sentence; '' if there is none.
 */
export const nameBefore = (path: string): string =>
  FILE.test(path) ? '' : (NAME_AND_REST.exec(path)?.[1] ?? '')

/** What a link is called there. */
export const nameBelowMain = (domainId: number, code: string) =>
  domainId === OWN_DOMAIN ? code : `${code}~${domainId}`
