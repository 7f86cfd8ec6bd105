import type { MirrorDb } from '../store/db.ts'
import { finish, finishEdits, plainEdit, type PlainEdit } from './finish.ts'
import { BlockedEntries, isStopped, type Entry } from './entries.ts'
import type { Outcome } from './send.ts'
import { markConflict, updateEntry, PAUSE_NOTE } from './store.ts'

/** Pauses after consecutive failures. The last one repeats. */
const PAUSES_MS = [5000, 15_000, 30_000, 60_000, 120_000, 300_000] as const
/**
 * Number of server errors after which a change is refused and shown to the user, if others succeed.
 */
const MAX_TRIES = 6
const SERVER_ERROR = 500

/**
 * Number of plain edits that are finished in one transaction, because a transaction takes longer
 * than a request.
 */
const BATCH_SIZE = 25
/**
 * Maximum delay until they are finished, so that they are soon shown as sent. After an
 * interruption, unfinished ones are sent again under their keys.
 */
const MAX_BATCH_DELAY_MS = 250

/** Pause after failures. `isServerTime`: the server requested it, so nothing shortens it. */
type Pause = { until: number; failures: number; isServerTime: boolean }

export type ReplayContext = {
  db: MirrorDb
  send: (entry: Entry) => Promise<Outcome>
  /** Returns false as soon as another user or nobody is signed in. */
  isStillSignedIn: () => Promise<boolean>
  now?: () => number
}

/** Reason why a run ended. */
export type ReplayResult =
  | { state: 'empty' }
  /** Only changes remain that the user must decide about, and those that depend on them. */
  | { state: 'stopped' }
  | { state: 'signed-out' }
  | { state: 'resting'; until: number }

/**
 * Sends the waiting changes one after the other, in their order. `eager`: the connection is back,
 * so a pause that the server did not request is skipped. Only one run is allowed at a time
 * (lock.ts); two would do no harm, because the server runs each key once.
 */
export async function replay(
  context: ReplayContext,
  { eager = false } = {},
): Promise<ReplayResult> {
  const { db, now = Date.now } = context
  const rest = await readPause(db)
  if (rest && rest.until > now() && (rest.isServerTime || !eager))
    return (await db.outbox.count()) === 0 ? { state: 'empty' } : pausedResult(rest)
  for (;;) {
    const waiting = await db.outbox.toArray()
    const left = await sendAll(context, waiting)
    if (left) return left
    if (waiting.length === 0) return { state: 'empty' }
    if (!(await hasMore(db))) return { state: 'stopped' }
  }
}

/** Returns whether the last pass left entries that can be sent. */
async function hasMore(db: MirrorDb): Promise<boolean> {
  const blocked = new BlockedEntries()
  const entries = await db.outbox.toArray()
  return entries.length === 0 || entries.filter((entry) => blocked.canSend(entry)).length > 0
}

/** Goes through the outbox once. Returns the reason if it ended early. */
async function sendAll(
  context: ReplayContext,
  entries: Entry[],
): Promise<ReplayResult | undefined> {
  const blocked = new BlockedEntries()
  const { add, takeOff } = createBatch(context)
  for (const { seq } of entries) {
    // Read again, because it may have been discarded or got real ids meanwhile.
    const entry = await context.db.outbox.get(seq)
    if (!entry || !blocked.canSend(entry)) continue
    if (!(await context.isStillSignedIn())) return { state: 'signed-out' }
    const outcome = await context.send(entry)
    const edit = outcome.type === 'done' && plainEdit(entry, outcome.answer)
    if (edit) {
      if (!(await add(edit))) return { state: 'signed-out' }
      continue
    }
    if (!(await takeOff())) return { state: 'signed-out' }
    const left = await processOutcome(context, entry, outcome)
    if (left) return left
    if (outcome.type === 'done') continue
    const after = await context.db.outbox.get(seq)
    if (after && isStopped(after)) blocked.block(after)
  }
  return (await takeOff()) ? undefined : { state: 'signed-out' }
}

/**
 * Collects answered edits and finishes them together. Both functions return false if another user
 * is signed in.
 */
function createBatch({ db, isStillSignedIn, now = Date.now }: ReplayContext) {
  let done: PlainEdit[] = []
  let since = 0

  async function takeOff(): Promise<boolean> {
    if (done.length === 0) return true
    if (!(await isStillSignedIn())) return false
    await finishEdits(db, done)
    done = []
    return true
  }

  async function add(edit: PlainEdit): Promise<boolean> {
    if (done.length === 0) since = now()
    done.push(edit)
    const isDue = done.length >= BATCH_SIZE || now() - since >= MAX_BATCH_DELAY_MS
    return isDue ? takeOff() : true
  }

  return { add, takeOff }
}

async function processOutcome(
  context: ReplayContext,
  entry: Entry,
  outcome: Outcome,
): Promise<ReplayResult | undefined> {
  const { db } = context
  if (outcome.type === 'signed-out') return { state: 'signed-out' }
  // The user signed out or another one signed in meanwhile, so the answer is not stored.
  if (!(await context.isStillSignedIn())) return { state: 'signed-out' }
  switch (outcome.type) {
    case 'done':
      await finish(db, entry, outcome.answer)
      return undefined
    case 'refused':
      await updateEntry(db, entry, { state: 'refused', problem: outcome })
      return undefined
    case 'conflict':
      await markConflict(db, entry, outcome)
      return undefined
    case 'later':
      return pausedResult(await startPause(db, context.now, outcome.moment))
    case 'failed':
      return handleServerError(context, entry, outcome.status)
    default:
      return pausedResult(await startPause(db, context.now))
  }
}

async function handleServerError(
  context: ReplayContext,
  entry: Entry,
  status: number,
): Promise<ReplayResult | undefined> {
  const pause = async () => pausedResult(await startPause(context.db, context.now))
  if (status !== SERVER_ERROR) return pause()
  const tries = entry.tries + 1
  if (tries < MAX_TRIES) {
    await updateEntry(context.db, entry, { tries })
    return pause()
  }
  await updateEntry(context.db, entry, { tries, state: 'refused', problem: { status, errors: {} } })
  return undefined
}

/**
 * Starts a pause after a failure: until the time that the server named, else longer after each
 * failure.
 */
export async function startPause(db: MirrorDb, now = Date.now, moment?: number): Promise<Pause> {
  const failures = ((await readPause(db))?.failures ?? 0) + 1
  const defaultPause = PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1] ?? 0
  const rest: Pause = {
    until: moment ?? now() + defaultPause,
    failures,
    isServerTime: moment !== undefined,
  }
  await db.outboxNotes.put({ name: PAUSE_NOTE, value: rest })
  return rest
}

const pausedResult = ({ until }: Pause): ReplayResult => ({ state: 'resting', until })

/** Stored in the database, so that all tabs and the worker share the pause. */
const readPause = async (db: MirrorDb) =>
  (await db.outboxNotes.get(PAUSE_NOTE))?.value as Pause | undefined
