import { currentSession, type Session } from '#http/credentials.ts'
import { isCancelled, toApiError, type ApiError } from '#http/error.ts'
import { announceFailure } from '#http/call-listeners.ts'
import { STALE_AFTER_MS } from '#contract/limits.ts'
import { storageFor } from '#mirror/store/current.ts'
import { runExclusively } from './run-exclusively.ts'
import { shownStorage } from '../mirror.ts'
import { isNeeded, setRefreshing, runOnce } from './refreshing.ts'
import { MirrorClosed } from '#mirror/store/sturdy-storage.ts'
import type { ListName, ListRecord } from '#mirror/store/storage.ts'
import { readChanges, importList, type ListAccess } from './full-import.ts'

/**
 * Minimum time between two writes of the last check. An unchanged list must not cause a write each
 * time, and a list is stale only after 24 hours.
 */
const MIN_WRITE_INTERVAL_MS = 10 * 60 * 1000

export type RefreshOptions = {
  /** Whether the list belongs to a secondary part of a screen, whose failure is not announced. */
  isSecondary?: boolean
}

/**
 * Refreshes one list. Screens read the mirror and do not wait for this. It never rejects: a failure
 * keeps the rows and is shown in `refreshing`. It is announced only if there is no copy, and not
 * for a secondary part of a screen.
 */
export const revalidate = (
  name: ListName,
  { isSecondary = false }: RefreshOptions = {},
): Promise<void> => runOnce(name, !isSecondary, () => refresh(name))

/**
 * Refreshes the collections in the background, so that they can be read offline before a screen has
 * shown them. Makes no request if this device has found them up to date recently.
 */
export async function mirrorCollections(): Promise<void> {
  const record = await shownStorage()
    .list('collections')
    .catch(() => undefined)
  const isRecent = record !== undefined && canAskForChanges(record) && !isWriteDue(record)
  if (!isRecent) await revalidate('collections', { isSecondary: true })
}

async function refresh(name: ListName): Promise<void> {
  const session = await currentSession()
  if (!session) return
  setRefreshing(name, { running: true })
  const storage = storageFor(session.uuid)
  const list: ListAccess = { name, storage, assertSameUser: () => assertSame(session) }
  try {
    await runExclusively(`split-${session.uuid ?? ''}-${name}`, () => bringUpToDate(list))
    await assertSame(session)
    const found = (await hasRows(name)) ? 'rows' : 'nothing'
    const checkedAt = Date.now()
    setRefreshing(name, { running: false, checkedAt, found, error: null, failedAt: null })
  } catch (error) {
    if (error instanceof MirrorClosed || isCancelled(error))
      return setRefreshing(name, { running: false })
    const failure = toApiError(error)
    setRefreshing(name, { running: false, error: failure, failedAt: Date.now() })
    const storedList = await storage.list(name).catch(() => undefined)
    if (!storedList && isNeeded(name) && !isUnsupported(name, failure.status))
      announceFailure(failure)
  }
}

/** Returns whether the list has rows, including waiting changes. */
async function hasRows(name: ListName): Promise<boolean> {
  const storage = shownStorage()
  const hasChanges =
    name === 'collections' ? await storage.keys(name) : await storage.newest(name, 1)
  return hasChanges.length > 0
}

/** An older server may have no collections. Their screen says so. */
const isUnsupported = (name: ListName, status: ApiError['status']) =>
  name === 'collections' && status === 404

async function assertSame(session: Session) {
  if ((await currentSession())?.token !== session.token) throw new MirrorClosed()
}

async function bringUpToDate(list: ListAccess): Promise<void> {
  const record = await list.storage.list(list.name)
  if (record && canAskForChanges(record) && (await applyChanges(list, record))) return
  await importList(list)
}

const canAskForChanges = ({ walk, cursor, syncedAt }: ListRecord) =>
  walk === null && cursor !== '' && syncedAt !== null && Date.now() - syncedAt < STALE_AFTER_MS

const isWriteDue = ({ syncedAt }: ListRecord) =>
  Date.now() - (syncedAt ?? 0) > MIN_WRITE_INTERVAL_MS

/** Makes one small request and writes nothing if there are no changes. */
async function applyChanges(list: ListAccess, record: ListRecord): Promise<boolean> {
  const changes = await readChanges(list, record.cursor)
  if (!changes) return false
  const { name, storage } = list
  const some = changes.changed.size > 0 || changes.removed.size > 0
  if (!some && !isWriteDue(record)) return true
  const count = some ? (await storage.keys(name)).length : record.count
  await storage.putList({ ...record, cursor: changes.cursor, count, syncedAt: Date.now() })
  return true
}
