import * as calls from '#api/links.ts'
import { quiet } from '#http/client.ts'
import type { Base } from '#contract/conflicts.ts'
import type { BulkTags, LinkEdit, NewLink } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { MAX_LINKS_WITH_PARAMETERS, type Parameter } from '#contract/links/parameter-sets.ts'
import { slices } from '#mirror/store/slices.ts'
import { change } from '#live/outbox/change.ts'
import type { Change } from '#mirror/outbox/entries.ts'
import type { WriteResult } from '#live/outbox/write.ts'
import { linksIndex } from '#live/mirror.ts'
import type { LocalLink } from '#mirror/outbox/waiting.ts'
import { plainUrl } from './short-parts.ts'

/*
 * Changes go to the server first, and its answer is in the mirror before these promises resolve. If
 * the server cannot be reached, the change is queued and the mirror shows its result at once. If
 * the server refuses a change, the error is thrown for the caller to explain.
 */

/** Result of a change. A queued new link has a temporary uuid until the server has created it. */
export type ChangeResult = { waiting: boolean; uuid: string; split_url?: string | undefined }

/**
 * Creates a link. Retrying with the same `key` creates it only once, even if the first response was
 * lost.
 */
export async function addLink(body: NewLink, key: string): Promise<ChangeResult> {
  const link = crypto.randomUUID()
  return resultOf(link, await change({ kind: 'create-link', link, body }, plainUrl(body.url), key))
}

/** Creates several links with one call. Retrying with the same `key` creates them only once. */
export async function addLinks(bodies: NewLink[], key: string) {
  const { createLinksNow } = await import('#live/outbox/tab-outbox.ts')
  return createLinksNow(
    bodies.map((body) => ({ body, title: plainUrl(body.url) })),
    key,
  )
}

/**
 * Saves the whole form: UTM fields that are left out are cleared. `base` holds the previous values.
 */
export const saveLink = async (
  { uuid, name }: ShortLink,
  edit: LinkEdit,
  base: Base = {},
): Promise<ChangeResult> =>
  resultOf(uuid, await change({ kind: 'edit-link', link: uuid, edit, base }, name))

export async function cloneLink(copy: ShortLink): Promise<ChangeResult> {
  const link = crypto.randomUUID()
  const wanted: Change = { kind: 'clone-link', link, of: copy.uuid, copy: plainCopy(copy) }
  return resultOf(link, await change(wanted, copy.name))
}

/** Hides a link from the lists. It keeps redirecting and keeps its statistics. */
export const hideLink = (uuid: string) => setHidden(uuid, true)

export const showLink = (uuid: string) => setHidden(uuid, false)

const setHidden = async (uuid: string, is_hidden: boolean): Promise<ChangeResult> => {
  const edit = { is_hidden }
  const wanted: Change = { kind: 'edit-link', link: uuid, edit, base: { is_hidden: !is_hidden } }
  return resultOf(uuid, await change(wanted, nameOf(uuid)))
}

/** Sets whether a link leads visitors inside apps to their browser; null for the default. */
export async function setOpenInBrowser(
  uuid: string,
  open_in_browser: boolean | null,
): Promise<ChangeResult> {
  const before = linksIndex().rows.get(uuid)?.open_in_browser ?? null
  const edit = { open_in_browser }
  const wanted: Change = { kind: 'edit-link', link: uuid, edit, base: { open_in_browser: before } }
  return resultOf(uuid, await change(wanted, nameOf(uuid)))
}

const nameOf = (uuid: string) => linksIndex().rows.get(uuid)?.name ?? 'A link'

const resultOf = (uuid: string, written: WriteResult): ChangeResult =>
  written.waiting
    ? { waiting: true, uuid }
    : {
        waiting: false,
        uuid: written.answer.link?.uuid ?? uuid,
        split_url: written.answer.link?.split_url,
      }

/** Returns the link without the fields that exist only on this device. */
const plainCopy = ({ waiting: _waiting, ...link }: LocalLink): ShortLink => link

/** Turns off the hint on the first link for good. */
export const dismissTutorial = (uuid: string) =>
  calls.editLink(uuid, { has_tutorial_enabled: false }, quiet)

/** Asks the server to read the target page again. */
export const retryExtraction = (uuid: string) => calls.extractLink(uuid, quiet)

/** Asks the server to check the target page now, and returns what it found. */
export const checkLink = (uuid: string) => calls.checkLink(uuid, { ...quiet, timeout: 30_000 })

/** Dismisses the problem of a link, which removes its mark. */
export const dismissProblem = (uuid: string) => calls.dismissProblem(uuid, quiet)

/** Fetches the latest version of a link, while its page is being read or before it is edited. */
export const refreshLink = (uuid: string, signal?: AbortSignal) =>
  calls.getLink(uuid, { ...quiet, ...(signal && { signal }) })

export type TagMode = NonNullable<BulkTags['mode']>

/**
 * Adds parameters to any number of links, in batches; each batch succeeds or fails as a whole.
 */
export async function addParametersToMany(
  uuids: string[],
  parameters: Parameter[],
): Promise<{ waiting: boolean }> {
  let waiting = false
  for (const links of slices(uuids, MAX_LINKS_WITH_PARAMETERS)) {
    const written = await change({ kind: 'add-parameters', links, parameters }, titleFor(links))
    waiting ||= written.waiting
  }
  return { waiting }
}

const titleFor = (links: string[]) =>
  links.length === 1 ? nameOf(links[0] ?? '') : `${links.length} links`

/** Maximum number of links per request. */
const MAX_TAGGED_LINKS = 1000

/** Tags any number of links, in batches; each batch succeeds or fails as a whole. */
export async function tagMany(
  uuids: string[],
  tags: string[],
  mode: TagMode,
): Promise<{ waiting: boolean }> {
  let waiting = false
  for (const links of slices(uuids, MAX_TAGGED_LINKS)) {
    const written = await change({ kind: 'tag-links', links, tags, mode }, titleFor(links))
    waiting ||= written.waiting
  }
  return { waiting }
}
