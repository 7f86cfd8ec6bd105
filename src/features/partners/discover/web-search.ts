import type { Options } from 'ky'
import { useState } from 'react'
import { searchWeb } from '#api/partners/brands.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { Pages } from '#app/query/use-pages.ts'
import type { SearchSource, WebResult } from '#contract/partners/brands.ts'

/** Maximum length that the server accepts. */
export const MAX_QUERY = 200

type SearchResults = Pages<WebResult & { id: string | number }> & {
  source: SearchSource
  engine: string
}
type SearchedWeb = Answer<SearchResults> & { more: () => void; adding: boolean }

/**
 * Returns the results of a web search, page by page, and their source. They are not reloaded while
 * the screen is open.
 */
export function useSearchedWeb(q: string): SearchedWeb {
  const [adding, setAdding] = useState(false)
  const answer = useAnswer<SearchResults>(
    q === '' ? null : `web search ${q}`,
    async (options, before) => before ?? loadNextPage(q, options, undefined),
  )
  async function more() {
    setAdding(true)
    await answer.ask((options, before) => loadNextPage(q, options, before))
    setAdding(false)
  }
  return { ...answer, adding, more: () => void more() }
}

async function loadNextPage(
  q: string,
  options: Options,
  before: SearchResults | undefined,
): Promise<SearchResults> {
  if (before?.next === null) return before
  const { items, next, source, engine } = await searchWeb(q, before?.next ?? 1, options)
  const known = new Set(before?.items.map(({ id }) => id))
  return {
    items: [...(before?.items ?? []), ...items.filter(({ id }) => !known.has(id))],
    next,
    pages: (before?.pages ?? 0) + 1,
    source,
    engine,
  }
}
