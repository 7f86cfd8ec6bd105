import { useEffect } from 'react'
import type { LinkQuery } from '#live/read/link-snapshot.ts'
import { linksIndex } from '#live/mirror.ts'

/**
 * Milliseconds without typing before the search runs; a shorter delay would block the next key
 * press.
 */
const DELAY_MS = 200

/**
 * Computes the search result in advance, before the list's longer delay ends, so that it appears at
 * once.
 */
export function usePrepareSearch(query: LinkQuery) {
  const text = JSON.stringify(query)
  useEffect(() => {
    const prepare = () => void linksIndex().prepare(JSON.parse(text) as LinkQuery)
    const timer = setTimeout(prepare, DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
}
