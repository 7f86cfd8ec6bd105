import type { MirrorDb } from '../store/db.ts'
import { finish, finishEdits, plainEdit, type PlainEdit } from './finish.ts'
import { Held, isStopped, type Entry } from './entries.ts'
import type { Outcome } from './send.ts'
import { clash, mark, REST } from './store.ts'

/** Pauses after consecutive failures. The last one repeats. */
const RESTS_MS = [5000, 15_000, 30_000, 60_000, 120_000, 300_000] as const
/**
 * Number of server errors after which a change is refused and shown to the user, if others succeed.
 */
const MAX_TRIES = 6
const SERVER_ERROR = 500

/**
 * Number of plain edits that are finished in one transaction, because a transaction takes longer
 * than a request.
 */
const TOGETHER = 25
/**
 * Maximum delay until they are finished, so that they are soon shown as sent. After an
 * interruption, unfinished ones are sent again under their keys.
 */
const TOGETHER_MS = 250

/** Pause after failures. `told`: the server requested it, so nothing shortens it. */
type Rest = { until: number; failures: number; told: boolean }

export type Doors = {
  db: MirrorDb
  send: (entry: Entry) => Promise<Outcome>
  /** Returns false as soon as another user or nobody is signed in. */
  isMine: () => Promise<boolean>
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
export async function replay(doors: Doors, { eager = false } = {}): Promise<ReplayResult> {
  const { db, now = Date.now } = doors
  const rest = await readRest(db)
  if (rest && rest.until > now() && (rest.told || !eager))
    return (await db.outbox.count()) === 0 ? { state: 'empty' } : resting(rest)
  for (;;) {
    const waiting = await db.outbox.toArray()
    const left = await pass(doors, waiting)
    if (left) return left
    if (waiting.length === 0) return { state: 'empty' }
    if (!(await hasMore(db))) return { state: 'stopped' }
  }
}

/** Returns whether the last pass left entries that can be sent. */
async function hasMore(db: MirrorDb): Promise<boolean> {
  const held = new Held()
  const entries = await db.outbox.toArray()
  return entries.length === 0 || entries.filter((entry) => held.lets(entry)).length > 0
}

/** Goes through the outbox once. Returns the reason if it ended early. */
async function pass(doors: Doors, entries: Entry[]): Promise<ReplayResult | undefined> {
  const held = new Held()
  const { add, takeOff } = together(doors)
  for (const { seq } of entries) {
    // Read again, because it may have been discarded or got real ids meanwhile.
    const entry = await doors.db.outbox.get(seq)
    if (!entry || !held.lets(entry)) continue
    if (!(await doors.isMine())) return { state: 'signed-out' }
    const outcome = await doors.send(entry)
    const edit = outcome.type === 'done' && plainEdit(entry, outcome.answer)
    if (edit) {
      if (!(await add(edit))) return { state: 'signed-out' }
      continue
    }
    if (!(await takeOff())) return { state: 'signed-out' }
    const left = await settle(doors, entry, outcome)
    if (left) return left
    if (outcome.type === 'done') continue
    const after = await doors.db.outbox.get(seq)
    if (after && isStopped(after)) held.stop(after)
  }
  return (await takeOff()) ? undefined : { state: 'signed-out' }
}

/**
 * Collects answered edits and finishes them together. Both functions return false if another user
 * is signed in.
 */
function together({ db, isMine, now = Date.now }: Doors) {
  let done: PlainEdit[] = []
  let since = 0

  async function takeOff(): Promise<boolean> {
    if (done.length === 0) return true
    if (!(await isMine())) return false
    await finishEdits(db, done)
    done = []
    return true
  }

  async function add(edit: PlainEdit): Promise<boolean> {
    if (done.length === 0) since = now()
    done.push(edit)
    const isDue = done.length >= TOGETHER || now() - since >= TOGETHER_MS
    return isDue ? takeOff() : true
  }

  return { add, takeOff }
}

async function settle(
  doors: Doors,
  entry: Entry,
  outcome: Outcome,
): Promise<ReplayResult | undefined> {
  const { db } = doors
  if (outcome.type === 'signed-out') return { state: 'signed-out' }
  // The answer does not concern a user who signed in meanwhile.
  if (!(await doors.isMine())) return { state: 'signed-out' }
  switch (outcome.type) {
    case 'done':
      await finish(db, entry, outcome.answer)
      return undefined
    case 'refused':
      await mark(db, entry, { state: 'refused', problem: outcome })
      return undefined
    case 'conflict':
      await clash(db, entry, outcome)
      return undefined
    case 'later':
      return resting(await takeRest(db, doors.now, outcome.moment))
    case 'failed':
      return stumble(doors, entry, outcome.status)
    default:
      return resting(await takeRest(db, doors.now))
  }
}

async function stumble(
  doors: Doors,
  entry: Entry,
  status: number,
): Promise<ReplayResult | undefined> {
  const takeOne = async () => resting(await takeRest(doors.db, doors.now))
  if (status !== SERVER_ERROR) return takeOne()
  const tries = entry.tries + 1
  if (tries < MAX_TRIES) {
    await mark(doors.db, entry, { tries })
    return takeOne()
  }
  await mark(doors.db, entry, { tries, state: 'refused', problem: { status, errors: {} } })
  return undefined
}

/**
 * Starts a pause after a failure: until the time that the server named, else longer after each
 * failure.
 */
export async function takeRest(db: MirrorDb, now = Date.now, moment?: number): Promise<Rest> {
  const failures = ((await readRest(db))?.failures ?? 0) + 1
  const ownRest = RESTS_MS[Math.min(failures, RESTS_MS.length) - 1] ?? 0
  const rest: Rest = { until: moment ?? now() + ownRest, failures, told: moment !== undefined }
  await db.outboxNotes.put({ name: REST, value: rest })
  return rest
}

const resting = ({ until }: Rest): ReplayResult => ({ state: 'resting', until })

/** Stored in the database, so that all tabs and the worker share the pause. */
const readRest = async (db: MirrorDb) => (await db.outboxNotes.get(REST))?.value as Rest | undefined
