import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { collectionIds } from '#api/collections.ts'
import { quiet } from '#api/http.ts'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Collection } from '#contract/collections.ts'

/** What is searched for, kept in the URL. */
export function useSearchText() {
  const search = useSearch({ strict: false }) as { q?: unknown }
  const navigate = useNavigate()
  const q = typeof search.q === 'string' ? search.q : ''
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

/** Names that hold every word, wherever. */
export function matching(rows: Collection[], q: string): Collection[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
}

/**
 * Asks the server as well as the device, once per pause in typing and a page at a time (R-250,
 * what it finds is in the mirror then. Answers how to get the next page, while there is one.
 */
export function useServerSearch(q: string): (() => void) | undefined {
  const [next, setNext] = useState<{ q: string; page: number }>()
  useEffect(() => {
    if (q === '') return undefined
    const gone = new AbortController()
    async function begin() {
      const page = await ask(q, 1, gone.signal)
      if (!gone.signal.aborted) setNext(page === null ? undefined : { q, page })
    }
    void begin()
    return () => gone.abort()
  }, [q])

  async function proceed(from: number) {
    setNext(undefined)
    const page = await ask(q, from)
    if (page !== null) setNext({ q, page })
  }
  const page = next?.q === q ? next.page : undefined
  return page === undefined ? undefined : () => void proceed(page)
}

/** The page after this one, or null. A failure says nothing: the device's answer stands. */
async function ask(q: string, page: number, signal?: AbortSignal): Promise<number | null> {
  const query = { q, page, page_size: PAGE_SIZE }
  try {
    const { next } = await collectionIds(query, { ...quiet, ...(signal && { signal }) })
    return next === null ? null : page + 1
  } catch {
    return null
  }
}
