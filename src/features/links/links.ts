import * as calls from '#api/links.ts'
import { quiet } from '#api/http.ts'
import type { BulkTags, LinkEdit, NewLink } from '#contract/links.ts'

/*
 * Server first: the transport writes every good answer into the mirror before these resolve, so a
 * list never shows a link that does not exist. Quiet, because whoever calls says what went wrong.
 */

/** With the same `key` the same address makes one link, also when its first answer was lost. */
export const addLink = (input: NewLink, key: string) => calls.createLink(input, { key, ...quiet })

/** The whole form: utm fields that it leaves out are cleared (D-24). */
export const saveLink = (uuid: string, edit: LinkEdit) => calls.editLink(uuid, edit, quiet)

export const cloneLink = (uuid: string) => calls.cloneLink(uuid, quiet)

/** A hidden link keeps redirecting and keeps its numbers (D-23). */
export const hideLink = (uuid: string) => calls.editLink(uuid, { is_hidden: true }, quiet)

export const showLink = (uuid: string) => calls.editLink(uuid, { is_hidden: false }, quiet)

/** The hint belongs to the first link and never comes back (D-22). */
export const dismissTutorial = (uuid: string) =>
  calls.editLink(uuid, { has_tutorial_enabled: false }, quiet)

/** Asks the server to read the target page once more. */
export const retryExtraction = (uuid: string) => calls.extractLink(uuid, quiet)

/** Brings one row up to date, while its page is being read or before it is edited. */
export const refreshLink = (uuid: string, signal?: AbortSignal) =>
  calls.getLink(uuid, { ...quiet, ...(signal && { signal }) })

export type TagMode = NonNullable<BulkTags['mode']>

/** As many links as one call takes. */
const TAGGED_AT_ONCE = 1000

/** The same for any number of links; each part of them at once or not at all. */
export async function tagMany(uuids: string[], tags: string[], mode: TagMode): Promise<void> {
  for (let from = 0; from < uuids.length; from += TAGGED_AT_ONCE) {
    await calls.tagLinks({ uuids: uuids.slice(from, from + TAGGED_AT_ONCE), tags, mode }, quiet)
  }
}
