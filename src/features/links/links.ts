import * as calls from '#api/links.ts'
import { quiet } from '#http/client.ts'
import type { Base } from '#contract/conflicts.ts'
import type { BulkTags, LinkEdit, NewLink, ShortLink } from '#contract/links.ts'
import { slices } from '#mirror/store/slices.ts'
import { change } from '#live/outbox/change.ts'
import type { Change } from '#mirror/outbox/entries.ts'
import type { Written } from '#live/outbox/write.ts'
import { linksIndex } from '#live/mirror.ts'
import type { LocalLink } from '#mirror/outbox/waiting.ts'
import { plainUrl } from './short-parts.ts'

/*
 * Server first: the answer is in the mirror before these resolve. What the server cannot take now
 * waits, and shows at once all the same (D-75). What it refuses is thrown, for the caller to say.
 */

/** What came of a change. A link that waits has an id of its own, until the server has made it. */
export type ChangeResult = { waiting: boolean; uuid: string; split_url?: string | undefined }

/** With the same `key` the same address makes one link, also when its first answer was lost. */
export async function addLink(body: NewLink, key: string): Promise<ChangeResult> {
  const link = crypto.randomUUID()
  return made(link, await change({ kind: 'create-link', link, body }, plainUrl(body.url), key))
}

/** The whole form: utm fields that it leaves out are cleared (D-24). `base` is what it started from. */
export const saveLink = async (
  { uuid, name }: ShortLink,
  edit: LinkEdit,
  base: Base = {},
): Promise<ChangeResult> =>
  made(uuid, await change({ kind: 'edit-link', link: uuid, edit, base }, name))

export async function cloneLink(copy: ShortLink): Promise<ChangeResult> {
  const link = crypto.randomUUID()
  const wanted: Change = { kind: 'clone-link', link, of: copy.uuid, copy: plainCopy(copy) }
  return made(link, await change(wanted, copy.name))
}

/** A hidden link keeps redirecting and keeps its numbers (D-23). */
export const hideLink = (uuid: string) => setHidden(uuid, true)

export const showLink = (uuid: string) => setHidden(uuid, false)

const setHidden = async (uuid: string, is_hidden: boolean): Promise<ChangeResult> => {
  const edit = { is_hidden }
  const wanted: Change = { kind: 'edit-link', link: uuid, edit, base: { is_hidden: !is_hidden } }
  return made(uuid, await change(wanted, nameOf(uuid)))
}

const nameOf = (uuid: string) => linksIndex().rows.get(uuid)?.name ?? 'A link'

const made = (uuid: string, written: Written): ChangeResult =>
  written.waiting
    ? { waiting: true, uuid }
    : {
        waiting: false,
        uuid: written.answer.link?.uuid ?? uuid,
        split_url: written.answer.link?.split_url,
      }

/** Without what this device adds to rows. */
const plainCopy = ({ waiting: _waiting, ...link }: LocalLink): ShortLink => link

/** The hint belongs to the first link and never comes back (D-22). */
export const dismissTutorial = (uuid: string) =>
  calls.editLink(uuid, { has_tutorial_enabled: false }, quiet)

/** Asks the server to read the target page once more. */
export const retryExtraction = (uuid: string) => calls.extractLink(uuid, quiet)

/** Has the server visit the target page now; it answers what it found. */
export const checkLink = (uuid: string) => calls.checkLink(uuid, { ...quiet, timeout: 30_000 })

/** The creator knows of the problem: no mark for it any more. */
export const dismissProblem = (uuid: string) => calls.dismissProblem(uuid, quiet)

/** Brings one row up to date, while its page is being read or before it is edited. */
export const refreshLink = (uuid: string, signal?: AbortSignal) =>
  calls.getLink(uuid, { ...quiet, ...(signal && { signal }) })

export type TagMode = NonNullable<BulkTags['mode']>

/** As many links as one call takes. */
const TAGGED_AT_ONCE = 1000

/** The same for any number of links; each part of them at once or not at all. */
export async function tagMany(
  uuids: string[],
  tags: string[],
  mode: TagMode,
): Promise<{ waiting: boolean }> {
  let waiting = false
  for (const links of slices(uuids, TAGGED_AT_ONCE)) {
    const title = links.length === 1 ? nameOf(links[0] ?? '') : `${links.length} links`
    const written = await change({ kind: 'tag-links', links, tags, mode }, title)
    waiting ||= written.waiting
  }
  return { waiting }
}
