import type { PageIds } from '#api/list-answers.ts'
import { FIRST_PAGE_SIZE, STALE_AFTER_MS } from '#contract/limits.ts'
import { SOURCES } from './list-sources.ts'
import { afterPaint } from '../start/after-paint.ts'
import type { ListName, ListRecord, MirrorStorage, Walk } from '#mirror/store/storage.ts'

const FIRST_PAGE = 0

export type ListAccess = {
  name: ListName
  storage: MirrorStorage
  /** Throws if another user signed in or the user signed out. */
  assertSameUser: () => Promise<void>
}

/**
 * Imports a whole list, links newest first. The recorder stores each page, and the position is
 * saved, so that an interruption costs at most one page. Rows that were on no page are deleted at
 * the end.
 */
export async function importList(list: ListAccess): Promise<void> {
  if (await importOnce(list)) return
  // Rows moved between pages during the import. A second import from the start finds them.
  await importOnce(list)
}

/** Returns false if the pages had fewer rows than the server reports. */
async function importOnce(list: ListAccess): Promise<boolean> {
  const record = await list.storage.list(list.name)
  const started = isResumable(record?.walk) ? record : await startImport(list)
  if (!started.walk) return true
  const { walk, count } = await readPages(list, started as ListRecord & { walk: Walk })
  return finish(list, walk, count)
}

const isResumable = (walk: Walk | null | undefined): walk is Walk =>
  !!walk && Date.now() - walk.startedAt < STALE_AFTER_MS

/** Reads the small first page. If that is the whole list, the import is complete. */
async function startImport(list: ListAccess): Promise<ListRecord> {
  const { name, storage } = list
  const before = await storage.keys(name)
  const known = await storage.list(name)
  const page = await readPage(list, 1, FIRST_PAGE_SIZE)
  await storage.forgetWalk(name)
  const seen = page.results
  const { cursor, count } = page
  if (page.next === null) {
    await removeMissing(list, before, new Set(seen))
    return saveRecord(list, { name, cursor, count, syncedAt: Date.now(), walk: null })
  }
  await storage.putWalkPage(name, FIRST_PAGE, seen)
  const walk = { startedAt: Date.now(), cursor, nextPage: 1 }
  const begun = { name, cursor, count, syncedAt: known?.syncedAt ?? null, walk }
  await saveRecord(list, begun)
  if (!known) await afterPaint()
  return begun
}

async function readPages(list: ListAccess, record: ListRecord & { walk: Walk }) {
  const { name, storage } = list
  let { walk, count } = record
  for (;;) {
    const page = await readPage(list, walk.nextPage, SOURCES[name].pageSize)
    await storage.putWalkPage(name, walk.nextPage, page.results)
    walk = { ...walk, nextPage: walk.nextPage + 1 }
    count = page.count
    if (page.next === null || page.results.length === 0) return { walk, count }
    await saveRecord(list, { ...record, count, walk })
  }
}

/** Applies changes made since the first page, then deletes rows that no longer exist. */
async function finish(list: ListAccess, walk: Walk, count: number): Promise<boolean> {
  const { name, storage } = list
  const local = await storage.keys(name)
  const seen = new Set(await storage.walkedUuids(name))
  const changes = walk.cursor === '' ? noChanges(walk.cursor) : await readChanges(list, walk.cursor)
  await storage.forgetWalk(name)
  if (!changes) {
    await restart(list)
    return false
  }
  for (const uuid of changes.changed) seen.add(uuid)
  for (const uuid of changes.removed) seen.delete(uuid)
  const isComplete = seen.size >= count
  if (isComplete) await removeMissing(list, local, seen)
  await saveRecord(list, {
    name,
    cursor: changes.cursor,
    count: (await storage.keys(name)).length,
    syncedAt: Date.now(),
    walk: null,
  })
  return isComplete
}

/** Resets the position of the import and keeps the rows. */
async function restart({ name, storage }: ListAccess) {
  const record = await storage.list(name)
  if (record) await storage.putList({ ...record, walk: null })
}

type Changes = { cursor: string; changed: Set<string>; removed: Set<string> }
const noChanges = (cursor: string): Changes => ({ cursor, changed: new Set(), removed: new Set() })

/** Returns all changes since a cursor, or null if the server requires a full import. */
export async function readChanges(list: ListAccess, since: string): Promise<Changes | null> {
  const { name, storage, assertSameUser } = list
  const all = noChanges(since)
  for (;;) {
    const delta = await SOURCES[name].changes(all.cursor)
    await assertSameUser()
    if (!delta?.complete) return null
    const changed = delta.results
    await assertStored(list, changed)
    // The latest change wins, because a link can leave the list and come back.
    moveIds(delta.removed, all.changed, all.removed)
    moveIds(changed, all.removed, all.changed)
    storage.hint(name, [...changed, ...delta.removed])
    if (!delta.has_more || delta.cursor === all.cursor) return { ...all, cursor: delta.cursor }
    all.cursor = delta.cursor
  }
}

function moveIds(uuids: string[], from: Set<string>, to: Set<string>) {
  for (const uuid of uuids) {
    from.delete(uuid)
    to.add(uuid)
  }
}

async function readPage(list: ListAccess, page: number, pageSize: number): Promise<PageIds> {
  const { name, storage } = list
  const answer = await SOURCES[name].page(page, pageSize)
  await list.assertSameUser()
  await assertStored(list, answer.results)
  // This tab must know the first rows before the list counts as loaded; the worker's notice comes
  // later.
  if (pageSize === FIRST_PAGE_SIZE) storage.hint(name, answer.results)
  return answer
}

/** Throws if the rows were not stored. Skipping them would make a list look empty. */
async function assertStored({ name, storage }: ListAccess, uuids: string[]) {
  const last = uuids.at(-1)
  if (last === undefined || (await storage.has(name, last))) return
  throw new Error('The rows of a server answer were not stored in the mirror')
}

async function removeMissing(
  { name, storage }: ListAccess,
  local: string[],
  seen: ReadonlySet<string>,
) {
  await storage.remove(
    local.filter((uuid) => !seen.has(uuid)),
    name,
  )
}

async function saveRecord({ storage }: ListAccess, record: ListRecord): Promise<ListRecord> {
  await storage.putList(record)
  return record
}
