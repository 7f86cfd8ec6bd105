import { announceFailure } from '#http/call-listeners.ts'
import { quiet } from '#http/client.ts'
import { ApiError, toApiError } from '#http/error.ts'
import { withTimeout } from '#http/time-out.ts'
import { needs, provides, withRealId, type Change } from '#mirror/outbox/entries.ts'
import { startPause } from '#mirror/outbox/replay.ts'
import { outcomeOf, perform, type Answer, type Outcome } from '#mirror/outbox/send.ts'
import { enqueue, saveLatest } from '#mirror/outbox/store.ts'
import type { Outbox } from './outbox.ts'

/**
 * Maximum time for an answer. After that the change is stored with the same key, so that it takes
 * effect once.
 */
const MAX_ANSWER_MS = 10_000
/** Maximum time to send earlier changes first. */
const MAX_SEND_MS = 3000

/** Result of a change: the server's answer, or `waiting` if it was stored to be sent later. */
export type WriteResult = { waiting: false; answer: Answer } | { waiting: true }

type Options = {
  outbox: Outbox
  /** Description of what the change is about. */
  title: string
  /** Whether there is no connection, so that no request is tried. */
  offline: boolean
  key?: string
}

/**
 * Sends a change to the server. If there is no connection or the server fails, the change is stored
 * and sent later, once. If the server refuses it, the error is thrown so that a form can show it.
 */
export async function write(requested: Change, options: Options): Promise<WriteResult> {
  const { outbox, title, offline, key = crypto.randomUUID() } = options
  const change = needs(requested).reduce(
    (current, id) => withRealId(current, id, outbox.real(id)),
    requested,
  )
  const storeForLater = async (): Promise<WriteResult> => {
    await enqueue(outbox.db, { key, change, title })
    return { waiting: true }
  }
  if (offline || !(await canBypassOutbox(outbox, change)))
    return storeOrThrow(storeForLater, new ApiError('unknown'))
  try {
    return {
      waiting: false,
      answer: await perform(change, key, { timeout: MAX_ANSWER_MS, ...quiet }),
    }
  } catch (error) {
    const failure = toApiError(error)
    const outcome = outcomeOf(failure, change)
    // The form shows the changes of the other device beside what the user typed.
    if (outcome.type === 'conflict') await saveLatest(outbox.db, change, outcome.latest)
    return storeIfTemporary(outbox, { failure, outcome }, storeForLater)
  }
}

type Failed = { failure: ApiError; outcome: Outcome }

/** Stores a change that failed for now, and starts a pause. Throws any other failure. */
export async function storeIfTemporary<Result>(
  outbox: Outbox,
  { failure, outcome }: Failed,
  store: () => Promise<Result>,
): Promise<Result> {
  if (!isTemporary(outcome)) throw failure
  // Maintenance concerns the whole app, so announce it.
  if (failure.isUnavailable) announceFailure(failure)
  const moment = outcome.type === 'later' ? outcome.moment : undefined
  return storeOrThrow(() => startPause(outbox.db, Date.now, moment).then(store), failure)
}

/**
 * Stores the change. If that fails too, throws the original failure, and the form keeps what was
 * typed.
 */
export async function storeOrThrow<Result>(
  store: () => Promise<Result>,
  failure: ApiError,
): Promise<Result> {
  try {
    return await store()
  } catch {
    throw failure
  }
}

const isTemporary = ({ type }: Outcome) =>
  type === 'later' || type === 'failed' || type === 'unreachable'

/**
 * Returns whether a change may be sent before the outbox: no entry waits, and no stopped entry
 * creates what the change needs.
 */
export async function canBypassOutbox(outbox: Outbox, change: Change): Promise<boolean> {
  await outbox.settled()
  if (outbox.entries().length === 0) return true
  await withTimeout(MAX_SEND_MS, outbox.run(), undefined)
  const left = await outbox.db.outbox.toArray()
  const relatedIds = new Set([...needs(change), ...provides(change)])
  return left.every(
    (entry) =>
      entry.state !== 'waiting' && !provides(entry.change).some((id) => relatedIds.has(id)),
  )
}
