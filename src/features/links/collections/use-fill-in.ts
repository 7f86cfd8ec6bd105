import { useEffect, useState } from 'react'
import { collectionLinkIds } from '#api/collections.ts'
import { quiet } from '#http/client.ts'
import { useOffline } from '#app/problems/problems.ts'
import { MAX_PAGE_SIZE } from '#contract/limits.ts'
import { keepFresh } from '#live/sync/keep-fresh.ts'
import { useListState } from '#live/read/use-mirror.ts'

/**
 * Returns the link ids of a collection in order. Normally links come from the local copy of all
 * links; while its first import runs, this collection is fetched ahead of the rest.
 */
export function useFetchedLinkIds(uuid: string): string[] | undefined {
  const offline = useOffline()
  const importing = useListState('links').syncedAt === null
  const [fetched, setFetched] = useState<string[]>()
  useEffect(() => keepFresh('links'), [])
  useEffect(() => {
    if (!importing || offline) return undefined
    const aborter = new AbortController()
    async function fetchAll() {
      const ids: string[] = []
      for (let page = 1; ; page += 1) {
        const query = { page, page_size: MAX_PAGE_SIZE }
        const answer = await collectionLinkIds(uuid, query, { ...quiet, signal: aborter.signal })
        ids.push(...answer.results)
        setFetched([...ids])
        if (answer.next === null) return
      }
    }
    // Ignore errors, because the import will bring the links later.
    fetchAll().catch(() => undefined)
    return () => aborter.abort()
  }, [uuid, importing, offline])
  return fetched
}
