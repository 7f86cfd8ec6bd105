import type { Options } from 'ky'
import {
  BulkTagsAnswer,
  NewLinksAnswer,
  type BulkTags,
  type LinkEdit,
  type NewLink,
} from '#contract/links/link-edits.ts'
import {
  NextShortCode,
  TagSuggestions,
  type LinkPage,
  type LinkSearch,
} from '#contract/links/link-lists.ts'
import { LinkDomains, type LinkDomain, type ShortLink } from '#contract/links/short-link.ts'
import type { LinkParameters } from '#contract/links/parameter-sets.ts'
import { PRODUCT_SLUG, V1, V2 } from '#contract/app-constants.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'
import { ChangedLinks, LinkPageAnswer, OneLinkAnswer } from './link-answers.ts'
import { DeltaOrPage, PageIds, type DeltaIds } from './list-answers.ts'

const LINKS = `${V2}/links/`
const hiddenParam = (hidden: boolean) => (hidden ? { searchParams: { is_hidden: 'true' } } : {})

export type Search = Omit<LinkSearch, 'since'> & { hidden?: boolean }

export function searchLinks({ hidden = false, ...json }: Search, options: Options = {}) {
  const call = http.post(`${LINKS}search/`, { json, ...hiddenParam(hidden), ...options })
  return parseAnswer(call, LinkPageAnswer, options) satisfies Promise<LinkPage>
}

/** Returns only the ids of a page, for callers that read the rows from the local copy. */
export function searchLinkIds(
  { hidden = false, ...json }: Search,
  options: Options = {},
): Promise<PageIds> {
  const call = http.post(`${LINKS}search/`, { json, ...hiddenParam(hidden), ...options })
  return parseAnswer(call, PageIds, options)
}

/**
 * Returns the changes of a list after the cursor `since`, or null if the server does not support
 * cursors.
 */
export function changedLinkIds(
  { hidden, since }: { hidden: boolean; since: string },
  options: Options = {},
): Promise<DeltaIds | null> {
  const call = http.post(`${LINKS}search/`, { json: { since }, ...hiddenParam(hidden), ...options })
  return parseAnswer(call, DeltaOrPage, options)
}

export const getLink = (uuid: string, options: Options = {}): Promise<ShortLink> =>
  parseAnswer(http.get(`${LINKS}${uuid}/`, options), OneLinkAnswer, options)

/** Creates a link. Requests with the same `key` create only one. */
export const createLink = (json: NewLink, options: Partial<Keyed> = {}): Promise<ShortLink> =>
  parseAnswer(http.post(LINKS, { json, ...withKey(options) }), OneLinkAnswer, options)

/** Creates several links. Requests with the same `key` create them only once. */
export const createLinks = async (
  links: NewLink[],
  options: Partial<Keyed> = {},
): Promise<NewLinksAnswer['results']> => {
  const call = http.post(`${LINKS}bulk/`, { json: { links }, ...withKey(options) })
  return (await parseAnswer(call, NewLinksAnswer, options)).results
}

export const editLink = (
  uuid: string,
  json: LinkEdit,
  options: Partial<Keyed> = {},
): Promise<ShortLink> =>
  parseAnswer(http.patch(`${LINKS}${uuid}/`, { json, ...withKey(options) }), OneLinkAnswer, options)

export type LinkImage = Pick<
  LinkEdit,
  'custom_image_upload_id' | 'custom_image_params' | 'thumbnail_params'
>

/** Sets a link's own picture, or new crops of its current one. */
export const setLinkImage = (
  uuid: string,
  json: LinkImage,
  options: Options = {},
): Promise<ShortLink> =>
  parseAnswer(
    http.put(`${V1}/users/me/links/${PRODUCT_SLUG}/${uuid}/custom_image`, { json, ...options }),
    OneLinkAnswer,
    options,
  )

export const cloneLink = (uuid: string, options: Options = {}): Promise<ShortLink> =>
  parseAnswer(http.post(`${LINKS}${uuid}/clone/`, options), OneLinkAnswer, options)

/** Requests that the server reads the target page again. */
export const extractLink = (uuid: string, options: Options = {}): Promise<ShortLink> =>
  parseAnswer(http.post(`${LINKS}${uuid}/extract/`, options), OneLinkAnswer, options)

/** Makes the server visit the target page now and returns the link with the result. */
export const checkLink = (uuid: string, options: Options = {}): Promise<ShortLink> =>
  parseAnswer(http.post(`${LINKS}${uuid}/health/`, options), OneLinkAnswer, options)

export const dismissProblem = (uuid: string, options: Options = {}): Promise<ShortLink> =>
  parseAnswer(http.delete(`${LINKS}${uuid}/health/`, options), OneLinkAnswer, options)

export const tagLinks = async (json: BulkTags, options: Options = {}) =>
  (await parseAnswer(http.patch(LINKS, { json, ...options }), BulkTagsAnswer, options)).results

/** Adds parameters to the targets of links, and returns these links. */
export const addParameters = async (
  json: LinkParameters,
  options: Options = {},
): Promise<ShortLink[]> =>
  (await parseAnswer(http.post(`${LINKS}parameters/`, { json, ...options }), ChangedLinks, options))
    .results

/** Returns a free short code on the default domain or on the given one. */
export const nextShortCode = async (
  options: Options = {},
  searchParams?: { link_domain_id: number },
): Promise<string> => {
  const call = http.get(`${LINKS}next_short_code/`, {
    ...options,
    ...(searchParams && { searchParams }),
  })
  return (await parseAnswer(call, NextShortCode, options)).result.short_code
}

export const linkDomains = async (options: Options = {}): Promise<LinkDomain[]> =>
  (await parseAnswer(http.get(`${LINKS}domains/`, options), LinkDomains, options)).results

export const suggestTags = (
  query: { q?: string; page?: number; page_size?: number },
  options: Options = {},
): Promise<{ results: { name: string }[]; next: string | null }> =>
  parseAnswer(
    http.get(`${V1}/users/me/links/tags/`, { searchParams: query, ...options }),
    TagSuggestions,
    options,
  )
