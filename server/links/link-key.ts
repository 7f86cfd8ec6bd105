/** Id of the installation's own short host in `link_domains`. */
export const OWN_DOMAIN = 1

/** Returns the key of a link in caches and notifications. It ignores the case of the code. */
export const linkKey = (domainId: number, shortCode: string) =>
  `${domainId}:${shortCode.toLowerCase()}`

/** Path of a short link on the installation's host. `lamp~12` is the code `lamp` of domain 12. */
const NAME = /^([a-z0-9][a-z0-9_-]{1,49})(?:~([1-9]\d{0,8}))?$/i

/** Parses the path of a short link on the installation's host; undefined if it cannot be one. */
export function readName(name: string): { domainId: number; code: string } | undefined {
  const [, code, domainId = String(OWN_DOMAIN)] = NAME.exec(name) ?? []
  return code === undefined ? undefined : { domainId: Number(domainId), code }
}

/**
 * Path of a short link and the first character after it that cannot belong to one. A slash and a
 * plus sign have other meanings.
 */
const NAME_AND_REST = /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)(?:[^a-z0-9_/+~%-]|%(?!2b))/i

/** Same, with a slash between. Then only such characters may follow, as other paths are unknown. */
const NAME_AND_SLASH =
  /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)\/+(?:[^a-z0-9_+~%-]|%(?!2b)[0-9a-f]{2})*$/i

/** Path of a short link and a source, such as `lamp/story`. */
const NAME_AND_SOURCE = /^([a-z0-9][a-z0-9_-]{1,49}(?:~[1-9]\d{0,8})?)\/[a-z0-9-]{1,30}$/i

/** Percent-encoded characters of which names consist. */
const ENCODED_LETTER = /%(?:2d|3\d|[46][1-9a-f]|5[0-9af]|7[0-9ae])/gi

/** Returns a path with the characters of names as such. Both spellings are the same address. */
export const withPlainLetters = (path: string): string =>
  path.includes('%')
    ? path.replace(ENCODED_LETTER, (code) =>
        String.fromCharCode(Number.parseInt(code.slice(1), 16)),
      )
    : path

/** Names of files that programs request, such as `robots.txt`. They are not short links. */
const FILE_NAME =
  /\.(?:aspx?|css|env|gif|html?|ico|jpe?g|js|json|jsp|map|php|png|svg|txt|webmanifest|webp|xml)$/i

/**
 * Returns the name at the start of a path if a source follows, or punctuation or a space, as in a
 * URL copied from a sentence; '' if there is none.
 */
export function nameBefore(path: string): string {
  if (FILE_NAME.test(path)) return ''
  const [, name = ''] =
    NAME_AND_SOURCE.exec(path) ?? NAME_AND_REST.exec(path) ?? NAME_AND_SLASH.exec(path) ?? []
  return name
}

/** Returns the path of a link on the installation's host. */
export const nameBelowMain = (domainId: number, code: string) =>
  domainId === OWN_DOMAIN ? code : `${code}~${domainId}`
