import { useEffect } from 'react'
import { collectionLinkIds } from '#api/collections.ts'
import { quiet } from '#api/http.ts'
import { useOffline } from '#app/problems/problems.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { keepFresh } from '#mirror/keep-fresh.ts'
import { useListState } from '#mirror/use-mirror.ts'

/**
 * The links of a collection come from the copy of all links. While the first import of that goes on,
 * those of this collection are fetched before the others, so that it need not wait for its end.
 */
export function useFillIn(uuid: string): void {
  const offline = useOffline()
  const importing = useListState('links').syncedAt === null
  useEffect(() => keepFresh('links'), [])
  useEffect(() => {
    if (!importing || offline) return undefined
    const left = new AbortController()
    void fetchAll(uuid, left.signal).catch(() => undefined)
    return () => left.abort()
  }, [uuid, importing, offline])
}

async function fetchAll(uuid: string, signal: AbortSignal): Promise<void> {
  for (let page = 1; !signal.aborted; page += 1) {
    const query = { page, page_size: MAX_PAGE_SIZE }
    const { next } = await collectionLinkIds(uuid, query, { ...quiet, signal })
    if (next === null) return
  }
}
