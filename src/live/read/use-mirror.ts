import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ApiError } from '#http/error.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { STALE_AFTER_MS } from '#contract/limits.ts'
import { mirrorHealth, onMirrorHealth } from '#mirror/store/storage-health.ts'
import { isFiltered, NO_FILTER, type LinkFilter } from './link-filter.ts'
import type { LinkQuery } from './link-snapshot.ts'
import { keepFresh, refreshList } from '../sync/keep-fresh.ts'
import { linksIndex, shownStorage } from '../mirror.ts'
import { onRefreshing, refreshing } from '../sync/refreshing.ts'
import type { LinkListName, ListName } from '#mirror/store/storage.ts'

export type LinkListView = {
  ids: string[]
  /** Number of matching rows. During the first import, the number that the server reports. */
  total: number
  syncedAt: number | null
  /** Whether the copy is older than 24 hours. */
  stale: boolean
  /** False during the first import. */
  complete: boolean
}

/**
 * Returns a list of links, or undefined if it was never loaded, which must not look like an empty
 * list.
 */
export function useLinkList(query: LinkQuery): LinkListView | undefined {
  const { q = '', hidden = false, ordering = '-created', filter = NO_FILTER } = query
  const name: LinkListName = hidden ? 'hiddenLinks' : 'links'
  useEffect(() => keepFresh(name), [name])
  const index = linksIndex()
  const last = useRef<LinkListView | undefined>(undefined)

  // Compare filters by their JSON, so that an equal object causes no new read.
  const filterText = JSON.stringify(filter)
  const read = useMemo(() => {
    const filter = JSON.parse(filterText) as LinkFilter
    return () => {
      const ids = index.ids({ q, hidden, ordering, filter })
      const list = index.list(name)
      if (!ids || !list) return (last.current = undefined)
      const syncedAt = maxTime(list.syncedAt, refreshing(name).checkedAt)
      const complete = list.syncedAt !== null
      const next = {
        ids: sameIds(ids, last.current?.ids) ? (last.current?.ids ?? ids) : ids,
        total:
          complete || q.trim() !== '' || isFiltered(filter)
            ? ids.length
            : Math.max(ids.length, list.count),
        syncedAt,
        stale: syncedAt !== null && Date.now() - syncedAt > STALE_AFTER_MS,
        complete,
      }
      return (last.current = last.current && isSameView(last.current, next) ? last.current : next)
    }
  }, [index, name, q, hidden, ordering, filterText])

  return useSyncExternalStore(
    useMemo(() => combine(index.subscribe, onRefreshing), [index]),
    read,
  )
}

/** Returns the rows of these ids, each undefined until it has been read. Reads missing rows. */
export function useLinkRows(ids: string[]): (ShortLink | undefined)[] {
  const index = linksIndex()
  const last = useRef<(ShortLink | undefined)[]>([])
  const key = useMemo(() => ids.join(' '), [ids])
  // Compare ids by their text, so that an equal array causes no new read.
  useEffect(() => void index.rows.load(key === '' ? [] : key.split(' ')), [index, key])
  return useSyncExternalStore(index.subscribe, () => {
    const rows = ids.map((uuid) => index.rows.get(uuid) ?? undefined)
    const unchanged =
      rows.length === last.current.length && rows.every((row, i) => row === last.current[i])
    return unchanged ? last.current : (last.current = rows)
  })
}

/**
 * Returns undefined until read, and null if the mirror has no such link. The server may have it.
 */
export function useLink(uuid: string): ShortLink | null | undefined {
  const index = linksIndex()
  // A link that was opened before the server created it continues under its real id.
  const real = useSyncExternalStore(index.subscribe, () => shownStorage().real(uuid))
  useEffect(() => void index.rows.load([real]), [index, real])
  return useSyncExternalStore(index.subscribe, () => index.rows.get(real))
}

export type ListState = {
  syncedAt: number | null
  /** Error of the last refresh. The rows stay. */
  error: ApiError | null
  failedAt: number | null
  refreshing: boolean
  refresh: () => Promise<void>
}

export function useListState(name: LinkListName): ListState {
  const index = linksIndex()
  const synced = useSyncExternalStore(index.subscribe, () => index.list(name)?.syncedAt ?? null)
  return useRefreshing(name, synced)
}

/**
 * Returns the refresh state of a list. `synced` is the time when the stored copy was last up to
 * date.
 */
export function useRefreshing(name: ListName, synced: number | null): ListState {
  const state = useSyncExternalStore(onRefreshing, () => refreshing(name))
  return {
    syncedAt: maxTime(synced, state.checkedAt),
    error: state.error,
    failedAt: state.failedAt,
    refreshing: state.running,
    refresh: () => refreshList(name),
  }
}

/**
 * Returns the state of the database. `outdated` needs a reload. `full` and `memory` mean that
 * nothing is stored for offline use.
 */
export const useMirrorHealth = () => useSyncExternalStore(onMirrorHealth, mirrorHealth)

const maxTime = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)

type Subscribe = (listener: () => void) => () => void

const combine = (one: Subscribe, other: Subscribe): Subscribe => {
  return (listener) => {
    const stops = [one(listener), other(listener)]
    return () => stops.forEach((stop) => stop())
  }
}

export const sameIds = (a: string[], b: string[] | undefined) =>
  a === b || (a.length === b?.length && a.every((uuid, i) => uuid === b[i]))

const isSameView = (a: LinkListView, b: LinkListView) =>
  a.ids === b.ids &&
  a.total === b.total &&
  a.syncedAt === b.syncedAt &&
  a.stale === b.stale &&
  a.complete === b.complete
