import { announce } from '#http/call-listeners.ts'
import { quiet } from '#http/client.ts'
import { ApiError, toApiError } from '#http/error.ts'
import { within } from '#http/time-out.ts'
import { needs, provides, withRealId, type Change } from '#mirror/outbox/entries.ts'
import { takeRest } from '#mirror/outbox/replay.ts'
import { outcomeOf, perform, type Answer, type Outcome } from '#mirror/outbox/send.ts'
import { enqueue, saveLatest } from '#mirror/outbox/store.ts'
import type { Outbox } from './outbox.ts'

/**
 * Maximum time for an answer. After that the change is stored with the same key, so that it takes
 * effect once.
 */
const ANSWER_MS = 10_000
/** Maximum time to send earlier changes first. */
const PATIENCE_MS = 3000

/** Result of a change: the server's answer, or `waiting` if it was stored to be sent later. */
export type Written = { waiting: false; answer: Answer } | { waiting: true }

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
export async function write(wanted: Change, options: Options): Promise<Written> {
  const { outbox, title, offline, key = crypto.randomUUID() } = options
  const change = needs(wanted).reduce((so, id) => withRealId(so, id, outbox.real(id)), wanted)
  const wait = async (): Promise<Written> => {
    await enqueue(outbox.db, { key, change, title })
    return { waiting: true }
  }
  if (offline || !(await isFree(outbox, change))) return keep(wait, new ApiError('unknown'))
  try {
    return { waiting: false, answer: await perform(change, key, { timeout: ANSWER_MS, ...quiet }) }
  } catch (error) {
    const failure = toApiError(error)
    const outcome = outcomeOf(failure, change)
    // The form shows the changes of the other device beside what the user typed.
    if (outcome.type === 'conflict') await saveLatest(outbox.db, change, outcome.latest)
    if (!isPassing(outcome)) throw failure
    // Maintenance concerns the whole app, so announce it.
    if (failure.isUnavailable) announce(failure)
    const moment = outcome.type === 'later' ? outcome.moment : undefined
    return keep(() => takeRest(outbox.db, Date.now, moment).then(wait), failure)
  }
}

/**
 * Stores the change. If that fails too, throws the original failure, and the form keeps what was
 * typed.
 */
async function keep(wait: () => Promise<Written>, failure: ApiError): Promise<Written> {
  try {
    return await wait()
  } catch {
    throw failure
  }
}

const isPassing = ({ type }: Outcome) =>
  type === 'later' || type === 'failed' || type === 'unreachable'

/**
 * Returns whether a change may be sent before the outbox: no entry waits, and no stopped entry
 * creates what the change needs.
 */
async function isFree(outbox: Outbox, change: Change): Promise<boolean> {
  await outbox.settled()
  if (outbox.entries().length === 0) return true
  await within(PATIENCE_MS, outbox.run(), undefined)
  const left = await outbox.db.outbox.toArray()
  const asked = new Set([...needs(change), ...provides(change)])
  return left.every(
    (entry) => entry.state !== 'waiting' && !provides(entry.change).some((id) => asked.has(id)),
  )
}
