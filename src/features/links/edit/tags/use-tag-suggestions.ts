import { useEffect, useRef, useState } from 'react'
import { quiet } from '#http/client.ts'
import { suggestTags } from '#api/links.ts'
import { useOffline } from '#app/problems/problems.ts'
import { PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { fold } from '#contract/search/fold.ts'

/** Suggests tags of the user's other links that match the text, after a pause in typing. */
export function useTagSuggestions(typed: string): string[] {
  const offline = useOffline()
  const q = typed.trim()
  const known = useRef(new Map<string, string[]>())
  const [names, setNames] = useState<string[]>([])

  useEffect(() => {
    const before = known.current.get(q)
    if (before) return setNames(before)
    if (offline) return undefined
    const aborter = new AbortController()
    async function ask() {
      const query = { page: 1, page_size: PAGE_SIZE, q }
      const { results } = await suggestTags(query, { ...quiet, signal: aborter.signal })
      const found = results.map(({ name }) => name)
      known.current.set(q, found)
      setNames(found)
    }
    // Ignore errors, because tags can be typed without suggestions.
    const timer = setTimeout(
      () => void ask().catch(() => undefined),
      q === '' ? 0 : SEARCH_DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [q, offline])

  const words = fold(q)
  return names.filter((name) => fold(name).includes(words))
}
