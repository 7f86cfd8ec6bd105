import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ApiError } from '#http/error.ts'
import type { ShortLink } from '#contract/links.ts'
import { STALE_AFTER_MS } from '#contract/limits.ts'
import { mirrorHealth, onMirrorHealth } from '#mirror/store/storage-health.ts'
import { isFiltered, NO_FILTER, type LinkFilter } from './link-filter.ts'
import type { LinkQuery } from './links-index.ts'
import { keepFresh, refreshList } from '../sync/keep-fresh.ts'
import { linksIndex, shownStorage } from '../mirror.ts'
import { onRefreshing, refreshing } from '../sync/refreshing.ts'
import type { LinkListName, ListName } from '#mirror/store/storage.ts'

export type LinkListView = {
  ids: string[]
  /** Rows that match; while the first import goes on, as many as the server says there are. */
  total: number
  syncedAt: number | null
  /** Older than 24 hours: say so (D-76). */
  stale: boolean
  /** False while the first import goes on. */
  complete: boolean
}

/** Undefined: never loaded. No ids: empty. These two must never look alike. */
export function useLinkList(query: LinkQuery): LinkListView | undefined {
  const { q = '', hidden = false, ordering = '-created', filter = NO_FILTER } = query
  const name: LinkListName = hidden ? 'hiddenLinks' : 'links'
  useEffect(() => keepFresh(name), [name])
  const index = linksIndex()
  const last = useRef<LinkListView | undefined>(undefined)

  // A filter is known by its text: a new object that says the same is nothing new.
  const filterText = JSON.stringify(filter)
  const read = useMemo(() => {
    const filter = JSON.parse(filterText) as LinkFilter
    return () => {
      const ids = index.ids({ q, hidden, ordering, filter })
      const list = index.list(name)
      if (!ids || !list) return (last.current = undefined)
      const syncedAt = latest(list.syncedAt, refreshing(name).checkedAt)
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
      return (last.current = last.current && same(last.current, next) ? last.current : next)
    }
  }, [index, name, q, hidden, ordering, filterText])

  return useSyncExternalStore(
    useMemo(() => both(index.subscribe, onRefreshing), [index]),
    read,
  )
}

/** The rows of these ids, each undefined until it was read; read those that are on screen. */
export function useLinkRows(ids: string[]): (ShortLink | undefined)[] {
  const index = linksIndex()
  const last = useRef<(ShortLink | undefined)[]>([])
  const key = useMemo(() => ids.join(' '), [ids])
  // The ids are known by their text: a new array of the same ids is nothing new.
  useEffect(() => void index.rows.want(key === '' ? [] : key.split(' ')), [index, key])
  return useSyncExternalStore(index.subscribe, () => {
    const rows = ids.map((uuid) => index.rows.get(uuid) ?? undefined)
    const unchanged =
      rows.length === last.current.length && rows.every((row, i) => row === last.current[i])
    return unchanged ? last.current : (last.current = rows)
  })
}

/** Undefined: not read yet. Null: the mirror has no such link; the server may. */
export function useLink(uuid: string): ShortLink | null | undefined {
  const index = linksIndex()
  // One that was opened before the server had made it goes on under its real id.
  const real = useSyncExternalStore(index.subscribe, () => shownStorage().real(uuid))
  useEffect(() => void index.rows.want([real]), [index, real])
  return useSyncExternalStore(index.subscribe, () => index.rows.get(real))
}

export type ListState = {
  syncedAt: number | null
  /** Why the last refresh failed; the rows stay. */
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

/** `synced`: when the stored copy says that it was last right. */
export function useRefreshing(name: ListName, synced: number | null): ListState {
  const state = useSyncExternalStore(onRefreshing, () => refreshing(name))
  return {
    syncedAt: latest(synced, state.checkedAt),
    error: state.error,
    failedAt: state.failedAt,
    refreshing: state.running,
    refresh: () => refreshList(name),
  }
}

/** `outdated` asks for a reload, `full` and `memory` say that nothing is kept for offline. */
export const useMirrorHealth = () => useSyncExternalStore(onMirrorHealth, mirrorHealth)

const latest = (a: number | null, b: number | null) =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)

type Subscribe = (listener: () => void) => () => void

const both = (one: Subscribe, other: Subscribe): Subscribe => {
  return (listener) => {
    const stops = [one(listener), other(listener)]
    return () => stops.forEach((stop) => stop())
  }
}

export const sameIds = (a: string[], b: string[] | undefined) =>
  a === b || (a.length === b?.length && a.every((uuid, i) => uuid === b[i]))

const same = (a: LinkListView, b: LinkListView) =>
  a.ids === b.ids &&
  a.total === b.total &&
  a.syncedAt === b.syncedAt &&
  a.stale === b.stale &&
  a.complete === b.complete
