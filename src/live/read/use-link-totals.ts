import { useMemo, useRef, useSyncExternalStore } from 'react'
import { linksIndex } from '../mirror.ts'

export type LinkTotals = { links: number; clicks: number; earned: number }

/** What all shown links add up to; undefined until every one has been read. */
export function useLinkTotals(): LinkTotals | undefined {
  const index = linksIndex()
  const last = useRef<LinkTotals | undefined>(undefined)
  return useSyncExternalStore(index.subscribe, () => {
    const next = index.totals('links')
    const current = last.current
    const same =
      next?.links === current?.links &&
      next?.clicks === current?.clicks &&
      next?.earned === current?.earned
    return same ? current : (last.current = next)
  })
}

/**
 * When these links were made, in ms, newest first. Before every row has been read, a link takes the
 * time of the one above it: it cannot be newer, and its true day shows a moment later.
 */
export function useLinkTimes(ids: string[]): number[] {
  const index = linksIndex()
  // The rows have been read meanwhile, or another one waits; those that do stand first.
  const known = useSyncExternalStore(
    index.subscribe,
    () =>
      `${index.created(ids.at(-1) ?? '')} ${ids.findIndex((uuid) => !waits(index.created(uuid)))}`,
  )
  return useMemo(() => {
    let last = Date.now()
    return ids.map((uuid) => (last = index.created(uuid) ?? last))
    // oxlint-disable-next-line react/exhaustive-deps -- `known` says when to look again
  }, [index, ids, known])
}

const waits = (created: number | undefined) => created === Number.POSITIVE_INFINITY
