import type { Options } from 'ky'
import * as v from 'valibot'
import { OneCollectionAnswer } from '#api/collection-answers.ts'
import * as collections from '#api/collections.ts'
import { toApiError, type ApiError } from '#http/error.ts'
import { LinkAnswer } from '#api/link-answers.ts'
import * as links from '#api/links.ts'
import { planRetry } from '#http/retry-plan.ts'
import type { ChatMessage } from '#contract/partners/chat.ts'
import type { Collection } from '#contract/collections.ts'
import type { FieldErrors } from '#contract/common.ts'
import { ConflictBody } from '#contract/conflicts.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ACCOUNT_HEADER, IDEMPOTENCY_HEADER, REPLAY_HEADER } from '#contract/app-constants.ts'
import type { Change, Entry } from './entries.ts'
import { isMessageChange, type MessageChange } from './message-change.ts'
import { messageOperations } from './messages.ts'
import type { Retag } from '../store/storage.ts'

/** Answer of the server to a change. Empty after a deletion. */
export type Answer = {
  link?: ShortLink
  collection?: Collection
  tags?: Retag[]
  links?: ShortLink[]
  message?: ChatMessage
  /** Positions of all collections. */
  places?: { uuid: string; position: number }[]
  /** The object has been deleted since. */
  gone?: boolean
}

export type Outcome =
  | { type: 'done'; answer: Answer }
  | { type: 'refused'; status: number; errors: FieldErrors }
  | { type: 'conflict'; fields: string[]; latest: ShortLink | Collection }
  /** The server asked to retry at this time. */
  | { type: 'later'; moment: number }
  | { type: 'failed'; status: number }
  | { type: 'unreachable' }
  | { type: 'signed-out' }

const GONE = 404
const CONFLICT = 409
const quiet = { context: { quiet: true } } satisfies Options

type RequestOptions = Omit<Options, 'headers'> & { headers?: Record<string, string> }

/**
 * Sends the request of a change. The server applies it only once, because of the idempotency key.
 */
export async function perform(
  change: Change,
  key: string,
  { headers = {}, ...more }: RequestOptions = {},
): Promise<Answer> {
  const options: Options = { ...quiet, ...more, headers: { ...headers, [IDEMPOTENCY_HEADER]: key } }
  if (isMessageChange(change)) return { message: await messageOperations.perform(change, options) }
  switch (change.kind) {
    case 'create-link':
      return { link: await links.createLink(change.body, options) }
    case 'clone-link':
      return { link: await links.cloneLink(change.of, options) }
    case 'edit-link': {
      const { link, edit, base } = change
      return { link: await links.editLink(link, { ...edit, base }, options) }
    }
    case 'tag-links': {
      const { links: uuids, tags, mode } = change
      return { tags: await links.tagLinks({ uuids, tags, mode }, options) }
    }
    case 'add-parameters': {
      const { links: uuids, parameters } = change
      return { links: await links.addParameters({ uuids, parameters }, options) }
    }
    default:
      return performOnCollection(change, options)
  }
}

type LinkChange = {
  kind: 'create-link' | 'clone-link' | 'edit-link' | 'tag-links' | 'add-parameters'
}

async function performOnCollection(
  change: Exclude<Change, LinkChange | MessageChange>,
  options: Options,
): Promise<Answer> {
  switch (change.kind) {
    case 'create-collection':
      return toCollectionAnswer(collections.createCollection(change.type, change.body, options))
    case 'edit-collection': {
      const { collection: uuid, type, edit, base } = change
      return toCollectionAnswer(
        collections.editCollection({ uuid, type }, { ...edit, base }, options),
      )
    }
    case 'delete-collection':
      return gone(collections.deleteCollection(change.collection, options))
    case 'add-links':
      return toCollectionAnswer(
        collections.addCollectionLinks(change.collection, change.links, options),
      )
    case 'remove-links':
      return toCollectionAnswer(
        collections.removeCollectionLinks(change.collection, change.links, options),
      )
    case 'order-collections':
      return sendOrder(change, options)
    default:
      return toCollectionAnswer(
        collections.orderCollectionLinks(
          change.collection,
          orderBody(change.links, change.base),
          options,
        ),
      )
  }
}

const orderBody = (uuids: string[], base?: string[]) => ({ uuids, ...(base && { base }) })

async function sendOrder(
  { collections: uuids, base }: Extract<Change, { kind: 'order-collections' }>,
  options: Options,
): Promise<Answer> {
  return { places: (await collections.orderCollections(orderBody(uuids, base), options)).results }
}

const toCollectionAnswer = async (call: Promise<Collection>): Promise<Answer> => ({
  collection: await call,
})

/** A collection that no longer exists counts as deleted. */
async function gone(call: Promise<void>): Promise<Answer> {
  try {
    await call
  } catch (error) {
    if (toApiError(error).status !== GONE) throw error
  }
  return {}
}

/**
 * Sends a waiting change. Neither page nor worker stores the answer; `finish` stores it together
 * with the entry. `account` names the account whose outbox holds the change, whichever account the
 * sender acts for meanwhile.
 */
export const sendFor = (account: string) => (entry: Pick<Entry, 'change' | 'key'>) =>
  send(entry, account)

/** Sends a waiting change. Without `account` it is made for the account of the session. */
export async function send(
  { change, key }: Pick<Entry, 'change' | 'key'>,
  account?: string,
): Promise<Outcome> {
  let replayed = false
  const headers: Record<string, string> = {
    [REPLAY_HEADER]: '1',
    ...(account !== undefined && { [ACCOUNT_HEADER]: account }),
  }
  const options: RequestOptions = {
    headers,
    hooks: {
      afterResponse: [
        ({ response }) => void (replayed = response.headers.has('Idempotency-Replayed')),
      ],
    },
  }
  try {
    const answer = await perform(change, key, options)
    return { type: 'done', answer: replayed ? await loadCurrent(answer, headers) : answer }
  } catch (error) {
    return outcomeOf(toApiError(error), change)
  }
}

/**
 * Loads the object again. An answer that the server repeats from its memory can be days old, and
 * the object may have been deleted since.
 */
async function loadCurrent(answer: Answer, headers: Record<string, string>): Promise<Answer> {
  const options: Options = { ...quiet, headers }
  const { link, collection } = answer
  try {
    if (link) return { link: await links.getLink(link.uuid, options) }
    if (collection) return { collection: await collections.getCollection(collection.uuid, options) }
  } catch (error) {
    return { ...answer, gone: toApiError(error).status === GONE }
  }
  return answer
}

type Failure = Exclude<Outcome, { type: 'done' }>

/** Returns what a failure means for a change: whether it ends or waits, and for what. */
export function outcomeOf(error: ApiError, change: Change): Failure {
  const { status } = error
  if (status === 'unknown') return { type: 'unreachable' }
  if (status === 401) return { type: 'signed-out' }
  if (status === 503 || status === 429) {
    const { backgroundAt } = planRetry(error.retryAfter, error.retryAfterHeader)
    return { type: 'later', moment: backgroundAt }
  }
  if (status >= 500 || status === 408 || status === 425) return { type: 'failed', status }
  return conflictOf(error, change) ?? { type: 'refused', status, errors: error.body.errors ?? {} }
}

function conflictOf({ status, data }: ApiError, { kind }: Change): Failure | undefined {
  const body = v.safeParse(ConflictBody, data)
  if (status !== CONFLICT || !body.success) return undefined
  const { fields, latest } = body.output.conflict
  const schema = kind === 'edit-link' ? LinkAnswer : OneCollectionAnswer
  const row = v.safeParse(schema, latest)
  return row.success ? { type: 'conflict', fields, latest: row.output } : undefined
}
