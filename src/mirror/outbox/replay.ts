import type { MirrorDb } from '../store/db.ts'
import { finish, finishEdits, plainEdit, type PlainEdit } from './finish.ts'
import { Held, isStopped, type Entry } from './entries.ts'
import type { Outcome } from './send.ts'
import { clash, mark, REST } from './store.ts'

/** How long nobody tries after the first, second, … failure in a row; the last one repeats. */
const RESTS_MS = [5000, 15_000, 30_000, 60_000, 120_000, 300_000] as const
/** A request that makes the server stumble this often, while others pass, is one for a person. */
const MAX_TRIES = 6
const SERVER_ERROR = 500

/** A transaction takes longer than an answer, so that plain edits are taken off several at a time … */
const TOGETHER = 25
/** … but shown as sent soon. One that is not taken off yet would be sent again under its key. */
const TOGETHER_MS = 250

/** Until when nobody tries. `told`: the server has asked for it, so that nothing shortens it. */
type Rest = { until: number; failures: number; told: boolean }

export type Doors = {
  db: MirrorDb
  send: (entry: Entry) => Promise<Outcome>
  /** False as soon as somebody else is signed in, or nobody is. */
  isMine: () => Promise<boolean>
  now?: () => number
}

/** What is left when a run has ended. */
export type ReplayResult =
  | { state: 'empty' }
  /** Only changes that a person must decide about, and what builds on them. */
  | { state: 'stopped' }
  | { state: 'signed-out' }
  | { state: 'resting'; until: number }

/**
 * Sends what waits, in its order, one after the other. `eager` when there is news of the connection:
 * then our own guess of how long to rest does not count. Only one may run at a time (outbox-lock.ts);
 * two would do no harm, since the server does each key once.
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

/** Whether anything could be sent that has not been tried in the last pass. */
async function hasMore(db: MirrorDb): Promise<boolean> {
  const held = new Held()
  const entries = await db.outbox.toArray()
  return entries.length === 0 || entries.filter((entry) => held.lets(entry)).length > 0
}

/** Once through the outbox. Answers why it had to end early. */
async function pass(doors: Doors, entries: Entry[]): Promise<ReplayResult | undefined> {
  const held = new Held()
  const { add, takeOff } = together(doors)
  for (const { seq } of entries) {
    // Read again: meanwhile it may have been taken back, or its ids have become real.
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

/** What was answered and is not taken off yet. Both answer false when somebody else is signed in. */
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
  // Whoever signed in meanwhile has nothing to do with this answer (offline 26).
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

/** After a failure nobody tries for a while: until the moment that the server named, else longer each time. */
export async function takeRest(db: MirrorDb, now = Date.now, moment?: number): Promise<Rest> {
  const failures = ((await readRest(db))?.failures ?? 0) + 1
  const ownRest = RESTS_MS[Math.min(failures, RESTS_MS.length) - 1] ?? 0
  const rest: Rest = { until: moment ?? now() + ownRest, failures, told: moment !== undefined }
  await db.outboxNotes.put({ name: REST, value: rest })
  return rest
}

const resting = ({ until }: Rest): ReplayResult => ({ state: 'resting', until })

/** Shared by all tabs and the worker, so that not each of them finds out for itself. */
const readRest = async (db: MirrorDb) => (await db.outboxNotes.get(REST))?.value as Rest | undefined
