import { useMemo, useState } from 'react'
import { regularCollectionIds } from '#api/collections.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { Collection } from '#contract/collections.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import { fold } from '#contract/search/fold.ts'
import { useEmptiness } from '#live/read/use-emptiness.ts'
import { useCollections, useCollectionsState } from '#live/read/use-collections.ts'

export type Choice = { name: string; collection: Collection | undefined }

/**
 * Returns collections to choose from, one page at a time. They come from the mirror; the server is
 * asked for the same page, which adds collections that are not on this device yet.
 */
export function useCollectionChoices(typed: string, q: string, first: string[]) {
  const list = useCollections({ isSecondary: true })
  const { error, refreshing, refresh } = useCollectionsState()
  const rows = list?.rows.length ?? 0
  const complete = list?.complete === true
  const emptiness = useEmptiness('collections', { rows, complete, offline: useOffline() })
  const [request, setRequest] = useState({ q, page: 1 })
  if (request.q !== q) setRequest({ q, page: 1 })
  const server = useServerPage(request)

  const all = useMemo(() => choicesOf(list?.rows ?? [], first), [list, first])
  const found = useMemo(() => {
    const words = fold(typed.trim())
    return all.filter(({ name }) => fold(name).includes(words))
  }, [all, typed])
  const shown = found.slice(0, request.page * PAGE_SIZE)
  // Smart collections cannot be chosen.
  const without = complete && all.length === 0 ? (rows > 0 ? 'none' : emptiness) : undefined
  const isTaken = (name: string) => (list?.rows ?? []).some((row) => fold(row.name) === fold(name))

  return {
    shown,
    isTaken,
    /** Whether neither the device nor the server has answered yet. */
    loading: without === 'loading' || (!complete && found.length === 0 && server.waiting),
    none: without === 'none',
    noneHere: without === 'none-here',
    /** Whether loading failed and this device has no collections. */
    failed: without === 'failed' || (!list && error !== null),
    again: { busy: refreshing, run: () => void refresh() },
    more:
      found.length > shown.length || server.next
        ? () => setRequest({ q, page: request.page + 1 })
        : undefined,
  }
}

/** Returns the link's current collections first, then all others in their order. */
function choicesOf(rows: Collection[], first: string[]): Choice[] {
  const regular = rows.filter(({ type }) => type === 'regular')
  const byName = new Map(regular.map((row) => [row.name, row]))
  const others = regular.filter(({ name }) => !first.includes(name))
  return [
    ...first.map((name) => ({ name, collection: byName.get(name) })),
    ...others.map((collection) => ({ name: collection.name, collection })),
  ]
}

/** Requests the page from the server. Collections on this device are shown even if that fails. */
function useServerPage({ q, page }: { q: string; page: number }) {
  const query = { page, page_size: PAGE_SIZE, ...(q !== '' && { q }) }
  const answer = useAnswer(
    `regular-collections ${page} ${q}`,
    async (options) => (await regularCollectionIds(query, options)).next !== null,
    { isSecondary: true },
  )
  return { next: answer.value === true, waiting: answer.loading }
}
