import { currentSession, type Session } from '#api/credentials.ts'
import { isCancelled, toApiError, type ApiError } from '#api/error.ts'
import { announce } from '#api/http.ts'
import { STALE_AFTER_MS } from '#contract/limits.ts'
import { storageFor } from './current.ts'
import { createListeners } from './listeners.ts'
import { inTurn } from './in-turn.ts'
import { MirrorClosed } from './sturdy-storage.ts'
import type { ListName, ListRecord } from './storage.ts'
import { readChanges, walkList, type ListAccess } from './walk.ts'

/**
 * "Nothing changed" must not write to the database each time, so the moment of the last check is
 * kept in memory, and on disk only to this grain; a list is called stale after 24 hours.
 */
const FRESHNESS_GRAIN_MS = 10 * 60 * 1000

export type Refreshing = {
  running: boolean
  /** When the list was last found right by this tab. */
  checkedAt: number | null
  error: ApiError | null
  failedAt: number | null
}

const idle: Refreshing = { running: false, checkedAt: null, error: null, failedAt: null }
const states = new Map<ListName, Refreshing>()
const running = new Map<ListName, Promise<void>>()
/** Lists that a screen stands on: without a copy their failure is the screen's. */
const needed = new Set<ListName>()
const listeners = createListeners()

export const refreshing = (name: ListName): Refreshing => states.get(name) ?? idle
export const onRefreshing = (listener: () => void) => listeners.add(listener)

function change(name: ListName, next: Partial<Refreshing>) {
  states.set(name, { ...refreshing(name), ...next })
  listeners.tell()
}

/** Another person's freshness says nothing about this one's. */
export function forgetRefreshing(): void {
  states.clear()
  running.clear()
  needed.clear()
  listeners.tell()
}

/**
 * Brings one list up to date. Screens read the mirror and never wait for this. It never rejects: a
 * failure keeps the rows and shows in `refreshing`; only without any copy is it announced, and never
 * for what is `aside`: a part of a screen that shows something else.
 */
export function revalidate(name: ListName, { aside = false } = {}): Promise<void> {
  if (!aside) needed.add(name)
  const current = running.get(name)
  if (current) return current
  const started = refresh(name).finally(() => {
    if (running.get(name) !== started) return
    running.delete(name)
    needed.delete(name)
  })
  running.set(name, started)
  return started
}

async function refresh(name: ListName): Promise<void> {
  const session = await currentSession()
  if (!session) return
  change(name, { running: true })
  const storage = storageFor(session.uuid)
  const list: ListAccess = { name, storage, stillMine: () => assertSame(session) }
  try {
    await inTurn(`split-${session.uuid ?? ''}-${name}`, () => bringUpToDate(list))
    change(name, { running: false, checkedAt: Date.now(), error: null, failedAt: null })
  } catch (error) {
    if (error instanceof MirrorClosed || isCancelled(error)) return change(name, { running: false })
    const failure = toApiError(error)
    change(name, { running: false, error: failure, failedAt: Date.now() })
    const copied = await storage.list(name).catch(() => undefined)
    if (!copied && needed.has(name)) announce(failure)
  }
}

async function assertSame(session: Session) {
  if ((await currentSession())?.token !== session.token) throw new MirrorClosed()
}

async function bringUpToDate(list: ListAccess): Promise<void> {
  const record = await list.storage.list(list.name)
  if (record && canAskForChanges(record) && (await applyChanges(list, record))) return
  await walkList(list)
}

const canAskForChanges = ({ walk, cursor, syncedAt }: ListRecord) =>
  walk === null && cursor !== '' && syncedAt !== null && Date.now() - syncedAt < STALE_AFTER_MS

/** One small request when nothing changed, and then no database write. */
async function applyChanges(list: ListAccess, record: ListRecord): Promise<boolean> {
  const changes = await readChanges(list, record.cursor)
  if (!changes) return false
  const { name, storage } = list
  const some = changes.changed.size > 0 || changes.removed.size > 0
  const due = Date.now() - (record.syncedAt ?? 0) > FRESHNESS_GRAIN_MS
  if (!some && !due) return true
  const count = some ? (await storage.keys(name)).length : record.count
  await storage.putList({ ...record, cursor: changes.cursor, count, syncedAt: Date.now() })
  return true
}
