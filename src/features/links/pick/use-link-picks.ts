import { useState } from 'react'
import { useOffline } from '#app/problems/problems.ts'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { useEmptiness } from '#live/read/use-emptiness.ts'
import { useLinkList } from '#live/read/use-mirror.ts'
import { useDebounced } from '#ui/use-debounced.ts'

/** Returns a search of the user's links: field, matches, and why there are none. */
export function useLinkPicks() {
  const [q, setQ] = useState('')
  const [value, onChange] = useDebounced(q, SEARCH_DEBOUNCE_MS, setQ)
  const list = useLinkList({ q })
  const emptiness = useEmptiness('links', {
    rows: list?.ids.length ?? 0,
    complete: list?.complete === true,
    offline: useOffline(),
    isFiltered: q !== '',
  })
  return { q, list, emptiness, field: { value, onChange, onClear: () => setQ('') } }
}
