import { serverAddress } from '#http/endpoint.ts'
import { shownAt } from '#contract/images.ts'
import type { ShortLink } from '#contract/links.ts'

const SCHEME = /^https?:\/\//

/** `split.to/` and `oak-lamp`: the code is what people read, the host only frames it. */
export function shortParts({ split_url }: Pick<ShortLink, 'split_url'>) {
  const address = split_url.replace(SCHEME, '')
  const codeAt = address.lastIndexOf('/') + 1
  return { host: address.slice(0, codeAt), code: address.slice(codeAt) }
}

/** The target as people write it: no scheme, no final slash. */
export const plainUrl = (url: string) => url.replace(SCHEME, '').replace(/\/$/, '')

/** Nothing came of the page; a link that has been given a name since needs nothing of it any more. */
export const isUnread = ({ meta_extraction_error, name, domain }: ShortLink) =>
  meta_extraction_error !== null && (name === domain || name === '')

/** The link itself leads nowhere; a page that could not be read only has no preview. */
export const isBroken = ({ is_blocked, health }: ShortLink) =>
  is_blocked === true || health?.problem === 'gone'

/** Where the page has given no title its address stands in: many links have the same domain. */
export const titleOf = (link: ShortLink, untitled = false) =>
  untitled || isUnread(link) || link.name === '' ? plainUrl(link.url) : link.name

/** One size for every list, so that a picture is fetched and kept once. */
const THUMB_PX = 160

export const thumbOf = ({ image_url: url }: Pick<ShortLink, 'image_url'>) =>
  url && serverAddress(shownAt(url, THUMB_PX))

/** What was typed led nowhere, and the server found the page beside it (D-16). */
export const correctedText = ({ url }: Pick<ShortLink, 'url'>) =>
  `The address was corrected to ${url}`
