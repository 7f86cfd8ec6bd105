import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { collectionIds } from '#api/collections.ts'
import { useOffline } from '#app/problems/problems.ts'
import { usePages } from '#app/query/use-pages.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Collection } from '#contract/collections.ts'
import { fold, searchWords } from '#contract/search/fold.ts'
import { useCollections } from '#live/read/use-collections.ts'
import { useEmptiness } from '#live/read/use-emptiness.ts'

/** Returns the search text, which is kept in the URL. */
export function useSearchText() {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  function change(next: string) {
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: object) => ({ ...current, q: next || undefined }),
    })
  }
  return [q, change] as const
}

/** Returns the collections whose names hold every word of a search. */
export function matchingCollections(rows: Collection[], q: string): Collection[] {
  const words = searchWords(q)
  return rows.filter(({ name }) => words.every((word) => fold(name).includes(word)))
}

/** Returns the state of a search that is not in the URL: text, matches, and why there are none. */
export function useCollectionPicks(options?: { isSecondary: boolean }) {
  const [q, search] = useState('')
  const list = useCollections(options)
  const found = matchingCollections(list?.rows ?? [], q)
  const emptiness = useEmptiness('collections', {
    rows: found.length,
    complete: list?.complete === true,
    offline: useOffline(),
    isFiltered: q !== '',
  })
  return { q, search, found, emptiness }
}

/**
 * Searches on the server as well, one page at a time; results are stored in the mirror. Returns a
 * function that fetches the next page, if there is one.
 */
export function useServerSearch(q: string): (() => void) | undefined {
  const found = usePages<{ id: string }>(
    q === '' ? null : `collection-search ${q}`,
    async (page, options) => {
      const { next } = await collectionIds({ q, page, page_size: PAGE_SIZE }, options)
      return { items: [], next: next === null ? null : page + 1 }
    },
    { isSecondary: true },
  )
  // Ignore errors, because the results on this device are shown anyway.
  const isReady = !found.refreshing && found.error === null
  return isReady && found.value && found.value.next !== null ? found.more : undefined
}
