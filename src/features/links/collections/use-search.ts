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

/** What is searched for, kept in the URL. */
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
export function matching(rows: Collection[], q: string): Collection[] {
  const words = searchWords(q)
  return rows.filter(({ name }) => words.every((word) => fold(name).includes(word)))
}

/** A search of one's own that is in no address: what is typed, what it finds, and why that is nothing. */
export function useCollectionPicks(options?: { aside: boolean }) {
  const [q, search] = useState('')
  const list = useCollections(options)
  const found = matching(list?.rows ?? [], q)
  const emptiness = useEmptiness('collections', {
    rows: found.length,
    complete: list?.complete === true,
    offline: useOffline(),
    narrowed: q !== '',
  })
  return { q, search, found, emptiness }
}

/**
 * Asks the server as well as the device, once per pause in typing and a page at a time (R-250,
 * what it finds is in the mirror then. Answers how to get the next page, while there is one.
 */
export function useServerSearch(q: string): (() => void) | undefined {
  const found = usePages<{ id: string }>(
    q === '' ? null : `collection-search ${q}`,
    async (page, options) => {
      const { next } = await collectionIds({ q, page, page_size: PAGE_SIZE }, options)
      return { items: [], next: next === null ? null : page + 1 }
    },
    { aside: true },
  )
  // A failure says nothing: the device's answer stands.
  const isReady = !found.refreshing && found.error === null
  return isReady && found.value && found.value.next !== null ? found.more : undefined
}
