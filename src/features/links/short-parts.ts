import { serverAddress } from '#http/endpoint.ts'
import { squareImage } from '#contract/images/images.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { shownName, shownUrl } from '#contract/text/hosts.ts'

const SCHEME = /^https?:\/\//

/** Splits a short URL into host and code, for example `split.to/` and `oak-lamp`. */
export function shortParts({ split_url }: Pick<ShortLink, 'split_url'>) {
  const address = shownUrl(split_url).replace(SCHEME, '')
  const codeAt = address.lastIndexOf('/') + 1
  return { host: address.slice(0, codeAt), code: address.slice(codeAt) }
}

/** Returns a URL for display: no scheme, no final slash. */
export const plainUrl = (url: string) => shownUrl(url).replace(SCHEME, '').replace(/\/$/, '')

/** Returns whether the page could not be read and the link has no name of its own. */
export const isUnread = ({ meta_extraction_error, name, domain }: ShortLink) =>
  meta_extraction_error !== null && (name === domain || name === '')

/** Returns whether the link itself does not work. An unread page only lacks a preview. */
export const isBroken = ({ is_blocked, health }: ShortLink) =>
  is_blocked === true || health?.problem === 'gone'

/**
 * Returns the name of a link, or its target URL if it has none. The domain would be ambiguous,
 * because many links share it.
 */
export const titleOf = (link: ShortLink, untitled = false) =>
  untitled || isUnread(link) || link.name === '' ? plainUrl(link.url) : shownName(link.name)

/**
 * Width of thumbnails in pixels; the same in all lists, so that each picture is fetched and cached
 * once.
 */
const THUMB_PX = 160

export const thumbOf = ({ image_url: url }: Pick<ShortLink, 'image_url'>) =>
  url && serverAddress(squareImage(url, THUMB_PX))

/** Returns a note that the server corrected the typed URL, which did not work. */
export const correctedText = ({ url }: Pick<ShortLink, 'url'>) =>
  `The address was corrected to ${shownUrl(url)}`
