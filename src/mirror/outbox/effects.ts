import * as v from 'valibot'
import { OneCollectionAnswer } from '#api/collection-answers.ts'
import { LinkAnswer } from '#api/link-answers.ts'
import { addedParameters } from '#contract/links/added-parameters.ts'
import type { Parameter } from '#contract/links/parameter-sets.ts'
import { distinctNames, withoutNames } from '#contract/search/spellings.ts'
import { reorder } from '#contract/reordered.ts'
import type { Change, Kind } from './entries.ts'
import { hostOf } from '../store/smart-rule.ts'
import type { LocalCollection, LocalLink } from './waiting.ts'

export type Effect<Row> = (row: Row) => Row
type ChangeOf<K extends Kind> = Extract<Change, { kind: K }>

/**
 * Returns the effect of an edit on a link. The short link is kept until the server returns the new
 * one, because only the old one works. A password is no part of a link.
 */
export function linkEditEffect(fields: Record<string, unknown>): Effect<LocalLink> {
  const { link_domain_id: _domain, scheme_added: _ours, url, password, ...rest } = fields
  const target =
    typeof url === 'string'
      ? { url, target_url: url, domain: hostOf(url), address_corrected: false }
      : {}
  const lock = password === undefined ? {} : { has_password: Boolean(password) }
  return (row) => ({ ...row, ...rest, ...lock, ...target })
}

/**
 * Returns the effect of an edit on a collection. A removed cover disappears at once; a new one is
 * shown when the server has it.
 */
export function collectionEditEffect(fields: Record<string, unknown>): Effect<LocalCollection> {
  const bare = fields['image_upload_id'] === null ? { image_url: null, thumbnail_url: null } : {}
  return (row) => ({ ...row, ...fields, ...bare })
}

export function tagEffect({
  tags,
  mode,
}: Extract<Change, { kind: 'tag-links' }>): Effect<LocalLink> {
  return (row) => {
    if (mode === 'set') return { ...row, tags }
    if (mode === 'remove') return { ...row, tags: withoutNames(row.tags, tags) }
    return { ...row, tags: distinctNames([...row.tags, ...tags]) }
  }
}

export const parametersEffect =
  (parameters: Parameter[]): Effect<LocalLink> =>
  (row) => {
    const { url, ...utm } = addedParameters(row.url, parameters)
    return linkEditEffect(url === row.url ? utm : { url, ...utm })(row)
  }

const withLinks = (row: LocalCollection, uuids: string[]): LocalCollection => ({
  ...row,
  link_uuids: uuids,
  link_count: row.link_count + uuids.length - (row.link_uuids?.length ?? 0),
})

export const addLinksEffect =
  (links: string[]): Effect<LocalCollection> =>
  (row) =>
    row.link_uuids ? withLinks(row, [...new Set([...row.link_uuids, ...links])]) : row

export const removeLinksEffect =
  (links: string[]): Effect<LocalCollection> =>
  (row) =>
    row.link_uuids
      ? withLinks(
          row,
          row.link_uuids.filter((uuid) => !links.includes(uuid)),
        )
      : row

/** Returns the effect of a new order, with the same algorithm as the server. */
export const orderLinksEffect =
  (links: string[], base?: string[]): Effect<LocalCollection> =>
  (row) =>
    row.link_uuids ? withLinks(row, reorder(row.link_uuids, links, base)) : row

/**
 * Returns a placeholder for a link that is not created yet: without short link, numbers and data of
 * its page.
 */
export function newLink({ link, body }: ChangeOf<'create-link'>, queuedAt: number): LocalLink {
  const at = new Date(queuedAt).toISOString()
  return v.parse(LinkAnswer, {
    uuid: link,
    url: body.url,
    target_url: body.url,
    domain: hostOf(body.url),
    url_editable: true,
    regular_collection_names: body.regular_collection_names ?? [],
    created_at: at,
    updated_at: at,
  })
}

export const clonedLink = (
  { link, copy }: ChangeOf<'clone-link'>,
  queuedAt: number,
): LocalLink => ({
  ...copy,
  uuid: link,
  split_url: '',
  short_code: '',
  lifetime_clicks: 0,
  used_clicks: 0,
  lifetime_commissions: 0,
  lifetime_revenue: 0,
  is_hidden: false,
  created_at: new Date(queuedAt).toISOString(),
})

/** Returns a placeholder for a new collection. Like on the server, it comes first. */
export function newCollection(
  { collection, type, body }: ChangeOf<'create-collection'>,
  queuedAt: number,
): LocalCollection {
  const at = new Date(queuedAt).toISOString()
  return v.parse(OneCollectionAnswer, {
    ...body,
    uuid: collection,
    type,
    link_uuids: type === 'regular' ? [] : null,
    created_at: at,
    updated_at: at,
  })
}
