import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isCancelled, toApiError } from '#api/error.ts'
import { getCollection } from '#api/collections.ts'
import { announce } from '#api/call-listeners.ts'
import { quiet } from '#api/http.ts'
import type { Collection } from '#contract/collections.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useShownCopy } from '#app/problems/shown-copy.ts'
import { Screen } from '#app/screen.tsx'
import { COLLECTIONS_PATH } from '#features/links/list-tabs.tsx'
import { useCollection, useCollectionsState } from '#mirror/use-collections.ts'
import { useListState } from '#mirror/use-mirror.ts'
import { CollectionView } from './collection-view.tsx'
import { GoneCollection } from './gone-collection.tsx'
import { NothingSaved, TilesSkeleton } from './collections-states.tsx'

/** One collection, from the device first. */
export function CollectionScreen() {
  const { id = '' } = useParams({ strict: false })
  const collection = useCollection(id)
  const { syncedAt } = useCollectionsState()
  const links = useListState('links')
  // It shows both, and is as old as what is older.
  useShownCopy(syncedAt && links.syncedAt && Math.min(syncedAt, links.syncedAt))
  const missing = useMissing(id, collection === null)
  // What it was, should it go while it is open.
  const [seen, see] = useState<Collection>()
  if (collection && collection !== seen) see(collection)
  if (collection) return <CollectionView key={id} collection={collection} />
  return (
    <Screen title="Collection" back={COLLECTIONS_PATH}>
      {missing === 'gone' && <GoneCollection id={id} seen={seen?.uuid === id ? seen : undefined} />}
      {missing === 'unsaved' && <NothingSaved what="collections" />}
      {missing === undefined && <TilesSkeleton />}
    </Screen>
  )
}

/**
 * Why the device has no such collection: the server has none either, or cannot be asked. Quiet, so
 * that one deleted elsewhere is a state of this screen and not an error of the app.
 */
function useMissing(id: string, isMissing: boolean): 'gone' | 'unsaved' | undefined {
  const offline = useOffline()
  const [goneId, setGoneId] = useState<string>()
  useEffect(() => {
    if (!isMissing || offline) return undefined
    const left = new AbortController()
    getCollection(id, { ...quiet, signal: left.signal }).catch((error: unknown) => {
      if (isCancelled(error)) return
      const failure = toApiError(error)
      if (failure.status === 404) setGoneId(id)
      else announce(failure)
    })
    return () => left.abort()
  }, [id, isMissing, offline])
  if (!isMissing) return undefined
  if (goneId === id) return 'gone'
  return offline ? 'unsaved' : undefined
}
