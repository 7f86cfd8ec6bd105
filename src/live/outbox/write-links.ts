import { createLinks } from '#api/links.ts'
import { partKey } from '#contract/app-constants.ts'
import type { NewLink, NewLinksAnswer } from '#contract/links/link-edits.ts'
import { quiet } from '#http/client.ts'
import { ApiError, toApiError } from '#http/error.ts'
import type { Change } from '#mirror/outbox/entries.ts'
import { outcomeOf } from '#mirror/outbox/send.ts'
import { enqueue } from '#mirror/outbox/store.ts'
import type { Outbox } from './outbox.ts'
import { canBypassOutbox, storeIfTemporary, storeOrThrow } from './write.ts'

/** Maximum time for an answer. The server creates the links one after the other. */
const MAX_ANSWER_MS = 30_000

/** New link, and its name for the list of waiting changes. */
export type NamedLink = { body: NewLink; title: string }

/** Result of creating several links: one result for each, or `waiting` if they were stored. */
export type LinksResult = { waiting: false; results: NewLinksAnswer['results'] } | { waiting: true }

/**
 * Creates links with one call. Without a connection, or if the server fails, stores each link in the
 * outbox. Each has its part of the idempotency key, so none is created twice.
 *
 * @throws the refusal of the whole call.
 */
export async function writeLinks(
  links: NamedLink[],
  { outbox, offline, key }: { outbox: Outbox; offline: boolean; key: string },
): Promise<LinksResult> {
  const changes = links.map(({ body }) => toChange(body))
  const [first] = changes
  if (!first) return { waiting: false, results: [] }
  async function storeForLater(): Promise<LinksResult> {
    for (const [n, change] of changes.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- the outbox keeps their order
      await enqueue(outbox.db, { key: partKey(key, n), change, title: links[n]?.title ?? '' })
    }
    return { waiting: true }
  }
  // The links share their collections, so what one needs, all need.
  if (offline || !(await canBypassOutbox(outbox, first)))
    return storeOrThrow(storeForLater, new ApiError('unknown'))
  try {
    const bodies = links.map(({ body }) => body)
    const results = await createLinks(bodies, { key, timeout: MAX_ANSWER_MS, ...quiet })
    return { waiting: false, results }
  } catch (error) {
    const failure = toApiError(error)
    const outcome = outcomeOf(failure, first)
    return storeIfTemporary(outbox, { failure, outcome }, storeForLater)
  }
}

const toChange = (body: NewLink): Change => ({
  kind: 'create-link',
  link: crypto.randomUUID(),
  body,
})
