import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { ListState } from '#live/read/use-mirror.ts'
import type { LinkListName } from '#mirror/store/storage.ts'

/** Age of the data that a screen shows, and state of its refresh. */
export type ShownData = ListState & {
  /** Whether part of the data may be on this device although there is no time. */
  partly?: boolean
}

/**
 * Data that the status line describes: a list of links, other data, or `none` for a screen without
 * data that can be out of date.
 */
export type Freshness = LinkListName | ShownData | 'none'

/** Returns the freshness of both together: the older time of both. */
export function combineFreshness(one: ListState, other: ListState): ListState {
  const failed = other.error ? other : one
  return {
    syncedAt: one.syncedAt && other.syncedAt && Math.min(one.syncedAt, other.syncedAt),
    error: failed.error,
    failedAt: failed.failedAt,
    refreshing: one.refreshing || other.refreshing,
    refresh: async () => void (await Promise.all([one.refresh(), other.refresh()])),
  }
}

export const freshnessAtom = atom<Freshness>('none')

/** Sets the data that the status line describes. */
export function useFreshness(freshness: Freshness) {
  const show = useSetAtom(freshnessAtom)
  useEffect(() => show(freshness), [show, freshness])
  useEffect(() => () => show('none'), [show])
}
