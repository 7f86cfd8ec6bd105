import { useMemo, useRef, useSyncExternalStore } from 'react'
import { linksIndex } from '../mirror.ts'

export type LinkTotals = { links: number; clicks: number; earned: number; elsewhere: number }

/** Returns the totals of all visible links, or undefined until all have been read. */
export function useLinkTotals(): LinkTotals | undefined {
  const index = linksIndex()
  const last = useRef<LinkTotals | undefined>(undefined)
  return useSyncExternalStore(index.subscribe, () => {
    const next = index.totals('links')
    const current = last.current
    const same =
      next?.links === current?.links &&
      next?.clicks === current?.clicks &&
      next?.earned === current?.earned &&
      next?.elsewhere === current?.elsewhere
    return same ? current : (last.current = next)
  })
}

/**
 * Returns the creation times of links in ms, newest first. Until all rows have been read, a link
 * gets the time of the one above it: it cannot be newer, and its own day is shown shortly after.
 */
export function useLinkTimes(ids: string[]): number[] {
  const index = linksIndex()
  // Changes when more rows have been read or the number of waiting links changes. Waiting links
  // come first.
  const known = useSyncExternalStore(
    index.subscribe,
    () =>
      `${index.createdTime(ids.at(-1) ?? '')} ${ids.findIndex((uuid) => !isWaiting(index.createdTime(uuid)))}`,
  )
  return useMemo(() => {
    let last = Date.now()
    return ids.map((uuid) => (last = index.createdTime(uuid) ?? last))
    // oxlint-disable-next-line react/exhaustive-deps -- `known` says when to look again
  }, [index, ids, known])
}

const isWaiting = (created: number | undefined) => created === Number.POSITIVE_INFINITY
