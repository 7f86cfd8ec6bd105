import { announce } from '#http/call-listeners.ts'
import { quiet } from '#http/client.ts'
import { ApiError, toApiError } from '#http/error.ts'
import { within } from '#http/time-out.ts'
import { needs, provides, withRealId, type Change } from '#mirror/outbox/entries.ts'
import { takeRest } from '#mirror/outbox/replay.ts'
import { outcomeOf, perform, type Answer, type Outcome } from '#mirror/outbox/send.ts'
import { enqueue, saveLatest } from '#mirror/outbox/store.ts'
import type { Outbox } from './outbox.ts'

/** Long enough for a slow answer; then the change waits under the same key, and is done once. */
const ANSWER_MS = 10_000
/** What waits goes first, if that is quickly done. */
const PATIENCE_MS = 3000

/** Told apart by who asked: a list shows that it waits, a form closes. */
export type Written = { waiting: false; answer: Answer } | { waiting: true }

type Options = {
  outbox: Outbox
  /** What the change is about, in words. */
  title: string
  /** Known to have no connection: then nobody waits for a request to fail. */
  offline: boolean
  key?: string
}

/**
 * Server first. What it cannot take now, for want of a connection or because it fails, is written
 * down and sent later, once. What it refuses is thrown, so that a form can say so.
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
    // The form shows what another device made of it beside what was typed.
    if (outcome.type === 'conflict') await saveLatest(outbox.db, change, outcome.latest)
    if (!isPassing(outcome)) throw failure
    // Maintenance concerns the whole app, whatever was being done.
    if (failure.isUnavailable) announce(failure)
    const moment = outcome.type === 'later' ? outcome.moment : undefined
    return keep(() => takeRest(outbox.db, Date.now, moment).then(wait), failure)
  }
}

/** A change that cannot even be written down has failed; its form keeps what was typed. */
async function keep(wait: () => Promise<Written>, failure: ApiError): Promise<Written> {
  try {
    return await wait()
  } catch {
    throw failure
  }
}

const isPassing = ({ type }: Outcome) =>
  type === 'later' || type === 'failed' || type === 'unreachable'

/** Whether it may go past the outbox: nothing is left there to be sent, or to be decided, before it. */
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
