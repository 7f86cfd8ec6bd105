import { useEffect } from 'react'
import type { LinkQuery } from '#live/read/links-index.ts'
import { linksIndex } from '#live/mirror.ts'

/** Typing rests so long before its answer is worked out: less and it would hold up the next key. */
const REST_MS = 200

/** Finds what is typed while the list still waits for more, so that showing it is all that is left. */
export function useLookAhead(query: LinkQuery) {
  const text = JSON.stringify(query)
  useEffect(() => {
    const look = () => void linksIndex().prepare(JSON.parse(text) as LinkQuery)
    const timer = setTimeout(look, REST_MS)
    return () => clearTimeout(timer)
  }, [text])
}
