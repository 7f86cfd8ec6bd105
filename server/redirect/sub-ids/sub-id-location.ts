import { createQueryFilter } from '../passed-on.ts'
import { flattenString, headersTo, splitUrl, toSendable, type Location } from '../location.ts'
import { clickPartOf, linkPartOf } from './click-key.ts'
import { subIdPlace } from './networks.ts'

type SubIdLink = { id: string; pass_query: boolean }

/**
 * Returns the redirect headers for a tracking link of an affiliate network with the click key as
 * its sub-id; null for all other targets.
 */
export function subIdLocation(url: string, link: SubIdLink): Location | null {
  const sendable = toSendable(url)
  const place = sendable === null ? undefined : subIdPlace(sendable)
  if (sendable === null || !place) return null
  const [start, end] =
    place.before === null ? aroundParameter(sendable, place.parameter) : [place.before, place.after]
  const prefix = flattenString(start + linkPartOf(link.id))
  const suffix = flattenString(end)
  const headersWith = link.pass_query
    ? withQuery(prefix, suffix, createQueryFilter(sendable, place.parameter))
    : (clickId: string) => headersTo(prefix + clickPart(clickId) + suffix)
  return { hasClickId: true, headers: null, headersWith }
}

const clickPart = (clickId: string) => (clickId === '' ? '' : clickPartOf(clickId))

function aroundParameter(url: string, parameter: string): [before: string, after: string] {
  const [base, pairs, hash] = splitUrl(url, parameter)
  return [`${base}?${[...pairs, ''].join('&')}${parameter}=`, hash]
}

/** Returns a function that also adds parameters of the short link. */
function withQuery(prefix: string, suffix: string, filterQuery: (query: string) => string[]) {
  const [, middle = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(suffix) ?? []
  const separator = (prefix + middle).includes('?') ? '&' : '?'
  return (clickId: string, query: string) => {
    const added = query === '' ? [] : filterQuery(query)
    const tail = added.length > 0 ? separator + added.join('&') : ''
    return headersTo(prefix + clickPart(clickId) + middle + tail + hash)
  }
}
