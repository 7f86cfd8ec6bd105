import { shownAt } from '#contract/images.ts'
import type { ShortLink } from '#contract/links.ts'

const SCHEME = /^https?:\/\//

/** `split.to/` and `oak-lamp`: the code is what people read, the host only frames it. */
export function shortParts({ split_url, short_code }: ShortLink) {
  const address = split_url.replace(SCHEME, '')
  const host = address.endsWith(short_code) ? address.slice(0, -short_code.length) : `${address} `
  return { host, code: short_code }
}

/** The target as people write it: no scheme, no final slash. */
export const plainUrl = (url: string) => url.replace(SCHEME, '').replace(/\/$/, '')

/** Where the page has given no title its address stands in. */
export const titleOf = (link: ShortLink, untitled: boolean) =>
  untitled || link.name === '' ? plainUrl(link.url) : link.name

/** One size for every list, so that a picture is fetched and kept once. */
const THUMB_PX = 160

export const thumbOf = ({ image_url: url }: ShortLink) => url && shownAt(url, THUMB_PX)
